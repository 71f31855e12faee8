// "Which of these are you?" is answered without leaving the page, so that nothing typed is lost.
import { token } from "../csrf.js";
import { keepAnew } from "../offline/offline.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-guest-asked] [data-guest-player]");
  if (!button) return;
  event.preventDefault();
  const asked = button.closest("[data-guest-asked]");
  const answer = await fetch(button.formAction, {
    method: "POST",
    headers: { "X-CSRFToken": token(), "HX-Request": "true" },
    body: new URLSearchParams({ player: button.value }),
  }).catch(() => null);
  const text = answer?.ok ? asked.dataset.noted : asked.dataset.failed;
  const level = answer?.ok ? "ok" : "bad";
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, level } }));
  if (!answer?.ok) return;
  for (const each of document.querySelectorAll("[data-guest-asked]")) each.remove(); // on both views of a table
  keepAnew(new URL(button.formAction).pathname.replace(/player\/$/, "")); // or it would be asked once more
});
