// Ctrl Z and Ctrl Y for the whole grid. The browser's own would forget what leads from cell to cell.
import { changed, formOf, isCell, read, write } from "./grid.js";

const MOST = 200; // steps
let undone = [];
let done = [];
let last = ""; // the cell in which typing goes on: one step for all of it

const isTyped = (element) => isCell(element) || element.matches?.("[data-paper]");
const moment = (form) => ({ ...read(form), at: document.activeElement?.id });

// Before a change; what is typed into one cell is one step, unless it is more than that.
export function remember(form, isMore = false) {
  const cell = isMore ? "" : document.activeElement?.id;
  if (cell && cell === last) return;
  last = cell;
  done.push(moment(form));
  if (done.length > MOST) done.shift();
  undone = [];
}

function step(form, from, to) {
  if (!from.length) return;
  to.push(moment(form));
  const state = from.pop();
  write(form, state);
  last = "";
  document.getElementById(state.at)?.focus();
  changed(form);
}

document.addEventListener("beforeinput", (event) => {
  if (!isTyped(event.target)) return;
  if (event.inputType.startsWith("history")) event.preventDefault();
  else remember(event.target.form);
});
document.addEventListener("focusin", ({ target }) => {
  if (target.id !== last) last = "";
});
document.addEventListener("keydown", (event) => {
  const form = formOf();
  if (!form || !isTyped(event.target) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) step(form, undone, done);
  else step(form, done, undone);
});
