// Keys of every page: ? lists the keys, / goes to the search, G and a letter to a section of the
// club, Esc back. Single letters can be switched off; nothing happens while one types.
const WAIT = 1500; // ms between G and its letter
const root = document.documentElement;
const isOn = () => root.dataset.shortcuts !== "off";
const isTyping = (element) => element.matches?.("input, textarea, select, [contenteditable]");
export const isShown = (element) => element.getClientRects().length > 0;
const isEntry = () => [...document.querySelectorAll("form[data-deal]")].some(isShown);
let awaited = -WAIT;
let isChanged = false;

const OPEN =
  "details[data-menu][open], dialog[open], [popover]:popover-open, [data-pick][aria-pressed=true]";
const isOpen = () => document.querySelector(OPEN) !== null;

function list() {
  document.querySelector("[data-keys]")?.togglePopover?.();
  return true;
}

function search() {
  const field = [...document.querySelectorAll("input[type=search]")].find(isShown);
  field?.focus();
  return Boolean(field);
}

function go(letter) {
  const link = document.querySelector(`[data-go="${letter}"]`);
  link?.click();
  return Boolean(link);
}

function back() {
  if (isChanged || isOpen()) return false;
  const link = [...document.querySelectorAll("[data-back]")].find(isShown);
  link?.click();
  return Boolean(link);
}

function pressed(key) {
  if (key === "?") return list();
  if (key === "/") return search();
  if (performance.now() - awaited < WAIT) {
    awaited = -WAIT;
    return go(key);
  }
  if (key === "g" && !isEntry()) awaited = performance.now();
  return false;
}

document.addEventListener("input", () => {
  isChanged = true;
});

// Before others hear of it: a menu that Esc closes is still open then.
window.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) && event.target.type !== "radio" && event.target.type !== "checkbox") return;
    const done = event.key === "Escape" ? back() : isOn() && pressed(event.key.toLowerCase());
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
