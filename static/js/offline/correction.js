// What is typed in a correction stays on the phone until it is saved: the network may go on the way to what changes, and
// the page with it. Who leaves by the arrow back means to change nothing.
import { dropDraft, withDraft } from "./draft.js";
import { write } from "./queue-form.js";

const form = document.querySelector("form[data-draft]");
const typedIn = () => new URLSearchParams(new FormData(form)).toString();
const asSaved = typedIn();

withDraft(form, {
  // What the server shows once more is not saved either.
  isTyped: () => !("fresh" in form.dataset) || typedIn() !== asSaved,
  fill({ fields }) {
    write(form, fields);
    // When everything that listens is there.
    const say = () => document.dispatchEvent(new CustomEvent("toast", { detail: { text: form.dataset.restored } }));
    document.addEventListener("DOMContentLoaded", say, { once: true });
    form.querySelector("input[type=text]").dispatchEvent(new Event("input", { bubbles: true }));
  },
});
document.querySelector("[data-back]").addEventListener("click", () => dropDraft(form));
