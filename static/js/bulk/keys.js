// Keys of bulk entry: Enter and Tab to the next cell, the arrows from cell to cell, Ins and Ctrl Del
// for whole rows, Ctrl Enter saves.
import {
  cellsOf, changed, columnAt, focusCell, formOf, isBlank, isCell, papersOf, read, rowsOf, typedColumns,
  write,
} from "./grid.js";
import { remember } from "./history.js";
import { isReached, late, onward, toRow } from "./lead.js";

// An empty row keeps the cursor: what is typed next is a deal, and not a total of the paper. From
// the last total Enter goes on to saving.
function enter(cell) {
  const papers = papersOf(cell.form);
  if (!isCell(cell)) focusCell(papers[papers.indexOf(cell) + 1] ?? null);
  else if (!isBlank(cell.closest("tr"))) onward(cell);
  if (cell === papers.at(-1)) cell.form.querySelector("[data-save]").focus();
}

function withRows(cell, change) {
  const { form } = cell;
  const index = rowsOf(form).indexOf(cell.closest("tr"));
  const place = cellsOf(cell.closest("tr")).indexOf(cell);
  remember(form, true);
  const state = read(form);
  change(state.rows, index);
  write(form, state);
  focusCell(cellsOf(rowsOf(form)[index])[place]);
  changed(form, index);
}

function beside(cell, by) {
  const { selectionStart: start, selectionEnd: end, value } = cell;
  const isAtEdge = by < 0 ? end === 0 : start === value.length;
  if (!isAtEdge && end - start < value.length) return false;
  const cells = cellsOf(cell.closest("tr"));
  focusCell(cells[cells.indexOf(cell) + by]);
  return true;
}

// Else there are always empty rows at the end.
const isFull = (form) => !isBlank(rowsOf(form).at(-1));
const isLast = (cell) => columnAt(cell) === typedColumns(cell.form).at(-1);

const KEYS = {
  ArrowUp: (cell) => toRow(cell, -1),
  ArrowDown: (cell) => toRow(cell, 1),
  ArrowLeft: (cell) => beside(cell, -1),
  ArrowRight: (cell) => beside(cell, 1),
  Insert: (cell) => isFull(cell.form) || withRows(cell, (rows, index) => rows.splice(index, 0, [])),
  Tab: (cell) => isLast(cell) && !isBlank(cell.closest("tr")) && onward(cell) !== false,
};

document.addEventListener("keydown", (event) => {
  const { target, key, shiftKey } = event;
  const form = formOf();
  if (!form?.contains(target) || event.altKey || event.isComposing) return;
  const isControl = event.ctrlKey || event.metaKey;
  const isHabit = isReached(target) && (key === "Enter" || key === "Tab") && !isControl && !shiftKey;
  if (isHabit) {
    event.preventDefault();
    return;
  }
  // Held down, the keys would send the next pile as soon as its page is there.
  if (key === "Enter" && isControl && event.repeat) event.preventDefault();
  else if (key === "Enter" && isControl) form.querySelector("[data-save]").click();
  else if (key === "Enter" && target.matches(".cell input")) enter(target);
  else if (!isCell(target)) return;
  else if (isControl && key === "Delete") withRows(target, (rows, index) => rows.splice(index, 1));
  else if (isControl || (shiftKey && key in KEYS)) return;
  else if (!(KEYS[key] ? KEYS[key](target) !== false : late(target, key))) return;
  event.preventDefault();
});
