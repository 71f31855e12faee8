// The server's answer to a change: marks the field that cannot be right; without an answer it says so.
import { dealForm } from "./groups.js";

function mark(form) {
  const bad = form.querySelector("#verdict [data-bad]")?.dataset.bad;
  const { points } = form.elements;
  if (!points) return; // a game without that field
  if (bad === "points") points.setAttribute("aria-invalid", "true");
  else points.removeAttribute("aria-invalid");
}

function unanswered(form, words) {
  if ("fresh" in form.dataset) return; // it was asked for the deal before
  const line = document.createElement("p");
  line.className = "verdict v-ask";
  line.textContent = words;
  form.querySelector("#verdict").replaceChildren(line);
  for (const gain of form.querySelectorAll("#deltas .d:not(.rest)")) gain.textContent = "…";
}

document.addEventListener("input", ({ target }) => delete target.form?.dataset.fresh);
document.addEventListener("htmx:afterSwap", () => {
  const form = dealForm();
  if (form) mark(form);
});
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, ({ target }) => {
    if (target.matches?.("[data-deal]")) unanswered(target, target.dataset.offline);
  });
}
document.addEventListener("htmx:afterOnLoad", ({ target, detail: { xhr } }) => {
  if (xhr.status >= 400 && target.matches?.("[data-deal]")) unanswered(target, target.dataset.refused);
});
