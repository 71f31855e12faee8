// Toasts stand above what is pressed at the foot of the screen, one at a time, for ten seconds;
// they wait while pointed at or focused, and with large text, or about being signed out, until
// dismissed. A server may also send the event "toast" in an HX-Trigger header: {"toast": {"text": "…"}}.
const SHOWN = 10_000; // ms
const GAP = 6; // px
let timer = 0;
let shown;

const tray = () => document.querySelector("[data-toasts]");
const toasts = () => [...document.querySelectorAll("[data-toasts] > [data-toast]")];
const dismiss = (toast) => toast.querySelector("[data-toast-close]");
const isLarge = () => document.documentElement.dataset.text !== "100";
const stays = () => (isLarge() && dismiss(shown)) || "signedOut" in shown.dataset;

function wait() {
  clearTimeout(timer);
  if (shown && !stays()) timer = setTimeout(() => close(shown), SHOWN);
}

// How much higher a toast must stand that would cover a title or a key.
function lift() {
  const own = tray().getBoundingClientRect();
  let top = own.top;
  for (const part of [...document.querySelectorAll("main :is(h1, h2, h3, legend, .key)")].reverse()) {
    const box = part.getBoundingClientRect();
    const isUnder = box.height > 1 && box.bottom > top && box.top < top + own.height;
    if (isUnder && part.checkVisibility()) top = box.top - own.height - GAP;
  }
  return top < innerHeight / 2 ? 0 : own.top - top; // nowhere near its place: there it stays
}

// Over the button of a dock, not on it. In deal entry over the gains, which say nothing yet when a page comes.
function place() {
  const outcome = document.querySelector(".outcome");
  if (outcome?.checkVisibility()) {
    tray().style.bottom = `${innerHeight - outcome.getBoundingClientRect().bottom}px`;
    return;
  }
  const docks = [...document.querySelectorAll(":is(.dock, .fab-dock, .tabbar):not(.phone-s *)")];
  const feet = docks.filter((dock) => dock.checkVisibility()).map((dock) => dock.querySelector(".btn-lg") ?? dock);
  const top = Math.min(innerHeight, ...feet.map((foot) => foot.getBoundingClientRect().top));
  const bottom = innerHeight - top + GAP;
  tray().style.bottom = `${bottom}px`;
  tray().style.bottom = `${bottom + lift()}px`;
}

function arrange() {
  const all = toasts();
  for (const toast of all) toast.hidden = toast !== all[0];
  [shown] = all;
  if (shown && dismiss(shown)) dismiss(shown).hidden = false;
  place();
  wait();
}

function close(toast) {
  toast.remove();
  arrange();
}

function say(text, level = "ok") {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.dataset.toast = level;
  const words = document.createElement("span");
  words.className = "grow";
  words.textContent = text;
  toast.append(words);
  tray()?.append(toast);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-toast-close]");
  if (button) close(button.closest("[data-toast]"));
});
for (const event of ["pointerover", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    if (target.closest?.("[data-toast]")) clearTimeout(timer);
  });
}
for (const event of ["pointerout", "focusout"]) {
  document.addEventListener(event, ({ target }) => {
    if (target.closest?.("[data-toast]")) wait();
  });
}
// It stands over the gains: who tells the next deal has read it, and reads those. What warns, or waits, stays.
document.addEventListener("input", ({ target }) => {
  const [first] = target.closest("form[data-deal]") ? toasts() : [];
  if (first && first.dataset.toast !== "warn" && !("signedOut" in first.dataset)) close(first);
});
// What may be undone or done again was before the deal that is saved now.
document.addEventListener("deal:next", () => {
  for (const toast of toasts()) if (toast.querySelector("form")) close(toast);
});
document.addEventListener("toast", ({ detail }) => say(detail.text, detail.level));
if (tray()) {
  new MutationObserver((changes) => {
    if (!changes.some((change) => change.addedNodes.length)) return;
    if (shown) shown.remove(); // what is new makes old news go
    arrange();
  }).observe(tray(), { childList: true });
  addEventListener("resize", place);
  document.addEventListener("view", place); // of the sheet and deal entry (views.js)
  place();
}

// A live region speaks of what changes in it: what the page came with is put in once more.
if (toasts().length) setTimeout(() => tray().append(...toasts()), 150);
