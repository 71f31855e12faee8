// A form is sent once: its button keeps its width, says data-busy ("Saving…") and does nothing until
// the answer is there. Not `disabled`: that would drop the button's own name and value, and focus.
const SENT = "data-sent";

function lock(button) {
  button.style.minWidth = `${button.offsetWidth}px`;
  button.setAttribute("aria-busy", "true");
  if (!button.dataset.busy) return;
  const kept = document.createDocumentFragment();
  kept.append(...button.childNodes);
  idle.set(button, kept);
  button.textContent = button.dataset.busy;
}

function unlock(button) {
  button.removeAttribute("aria-busy");
  button.style.minWidth = "";
  const kept = idle.get(button);
  if (kept) button.replaceChildren(kept);
  idle.delete(button);
}

const idle = new WeakMap();

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.method === "get" || form.target) return;
    if (form.hasAttribute(SENT)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    form.setAttribute(SENT, "");
    const button = event.submitter ?? form.querySelector("[type=submit], button:not([type])");
    // Later, so that the browser first takes what it sends.
    if (button) setTimeout(() => form.hasAttribute(SENT) && lock(button));
  },
  true,
);

export function release(root) {
  const forms = root.matches?.("form") ? [root] : root.querySelectorAll(`form[${SENT}]`);
  for (const form of forms) {
    form.removeAttribute(SENT);
    for (const button of form.elements) if (button.ariaBusy === "true") unlock(button);
  }
}

document.addEventListener("htmx:afterRequest", ({ target, detail }) => {
  if (detail.requestConfig?.verb !== "get") release(target);
});
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented && !event.target.closest("[hx-post], [data-hx-post]")) {
    release(event.target); // another module has taken it over
  }
});
addEventListener("pageshow", () => release(document)); // back by the browser's arrow
