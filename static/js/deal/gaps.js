// Saving too early leads to the first gap and says what is missing, in the server's words.
import { focusGroup, gapIn } from "./groups.js";

function ask(form, gap) {
  const line = document.createElement("p");
  line.className = "verdict v-warn";
  line.textContent = gap.dataset.gap;
  form.querySelector("#verdict").replaceChildren(line);
  gap.classList.add("asked");
  form.addEventListener("input", () => gap.classList.remove("asked"), { once: true });
  focusGroup(gap);
}

// On the window, so before submit-once.js takes the form as sent.
window.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.matches("[data-deal]") || !event.submitter?.hasAttribute("data-save")) return;
    const gap = gapIn(form);
    if (!gap) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(form, gap);
  },
  true,
);
