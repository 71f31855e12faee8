// Saving too early leads to the first gap and says what is missing, in the server's words.
import { focusGroup, gapIn } from "./groups.js";
import { say } from "./verdict.js";

function ask(form, gap) {
  say(form, gap.dataset.gap, "warn");
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
