// A form is sent once: its button keeps its width, says data-busy ("Saving…") and does nothing until
// the answer is there. Not `disabled`: that would drop the button's own name and value, and focus.
const SENT = "data-sent";
const OURS = new Set(["csrfmiddlewaretoken", "request_id"]);
// Who goes back finds what was typed in a page with a new request id. What was sent from here, and
// under which id, is known by the entry of the browser's history: the same again is the same
// request. Who loads the page again means another one.
const sentHere = isReloaded() ? undefined : history.state?.sent;

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

function isReloaded() {
  return performance.getEntriesByType("navigation")[0]?.type === "reload";
}

// A number, not the words: the history may stay on a shared computer.
function sumOf(form, button) {
  const fields = [...new FormData(form)].filter(([name]) => !OURS.has(name));
  const words = [form.getAttribute("action"), button?.value, new URLSearchParams(fields)].join(" ");
  let sum = 0;
  for (const sign of words) sum = (Math.imul(sum, 31) + sign.codePointAt(0)) | 0;
  return sum;
}

const isTyped = ({ name, type }) => name && !["hidden", "submit", "button"].includes(type);
const hasFile = ({ files }) => files?.length > 0;

// Only where something is typed: a button alone means what it says now. Not with a file: another
// one would be taken for the first. Not of forms that stay on their page, and of those of deals,
// which know themselves what was sent.
function keepId(form, button) {
  const { request_id: id } = form.elements;
  const fields = [...form.elements];
  if (!id || form.matches("[hx-post], [data-keeps]")) return;
  if (!fields.some(isTyped) || fields.some(hasFile)) return;
  const sum = sumOf(form, button);
  if (sentHere?.sum === sum) id.value = sentHere.id;
  history.replaceState({ ...history.state, sent: { sum, id: id.value } }, "");
}

// Sent without network, a form would go for the browser's page of an error, and what was typed with it. A server on this
// computer answers all the same. Those of deals wait on the phone, those of htmx stay on their page.
const answered = new WeakSet();

const isAway = (form) => !navigator.onLine && !answered.has(form) && !form.matches("[hx-post]:not([hx-trigger^='input']), [data-keeps]");

async function stay(form, button) {
  const { away: text } = document.querySelector("[data-toasts]").dataset;
  if (!(await fetch("/token/").catch(() => null))) {
    document.dispatchEvent(new CustomEvent("toast", { detail: { text, level: "warn" } }));
    return;
  }
  answered.add(form);
  form.requestSubmit(button);
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (form.method === "get" || form.target) return;
    if (isAway(form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      stay(form, event.submitter);
      return;
    }
    answered.delete(form);
    if (form.hasAttribute(SENT)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    form.setAttribute(SENT, "");
    keepId(form, event.submitter);
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
