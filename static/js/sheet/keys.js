// Keys of the sheet and of a deal: N new deal, ↑ ↓ from row to row, Enter its detail (a link does
// that by itself), E correct, Ctrl Z undo, ← → the deals before and after.
import { isShown } from "../keys.js";

const areOn = () => document.documentElement.dataset.shortcuts !== "off";
const isTyping = (element) => element.matches?.("input, textarea, select, [contenteditable]");
const links = () => [...document.querySelectorAll("[data-sheet] tr[data-deal] a.no")].filter(isShown);
const press = (selector) => [...document.querySelectorAll(selector)].find(isShown)?.click();

function step(by) {
  const all = links();
  if (!all.length) return false;
  const here = all.indexOf(document.activeElement);
  const next = here < 0 ? 0 : Math.min(Math.max(here + by, 0), all.length - 1);
  all[next].focus();
  return true;
}

function correct() {
  const row = document.activeElement?.closest?.("tr[data-deal]");
  const mayCorrect = document.querySelector("[data-correct]");
  if (!mayCorrect || !links().length) return;
  if (row) location.assign(`${row.querySelector("a.no").href}edit/`);
  else mayCorrect.click();
}

function undo() {
  const form = document.querySelector("[data-toasts] [data-toast] form");
  form?.requestSubmit();
  return Boolean(form);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || isTyping(event.target)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    if (undo()) event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("details[open] .menu-list")) {
    return;
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (step(event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    press(`[data-key=${event.key}]`);
  } else if (areOn() && event.key.toLowerCase() === "n") {
    press("[data-new-deal]");
  } else if (areOn() && event.key.toLowerCase() === "e") {
    correct();
  }
});
