// A cell leads on by itself once what is typed is complete: the rules stand in the headings.
import {
  cellAt, cellsOf, columnAt, focusCell, grow, isCell, matches, papersOf, rowsOf, typedColumns,
} from "./grid.js";
import { remember } from "./history.js";

// The cell to which another has just led on by itself. Enter or Tab there is the habit of who ends
// every cell with it, and would skip a cell that must be filled in.
let reached = null;

function lead(cell, step) {
  step(cell);
  const here = document.activeElement;
  reached = isCell(here) && "optional" in columnAt(here).dataset ? null : here;
}

// Whether nothing was pressed since; asked at every key.
export function isReached(cell) {
  const isSo = cell === reached;
  reached = null;
  return isSo;
}

export function toRow(cell, by, column = columnAt(cell)) {
  grow(cell.form);
  const rows = rowsOf(cell.form);
  const row = rows[rows.indexOf(cell.closest("tr")) + by];
  if (row) focusCell(cellAt(row, column));
  else if (by > 0) focusCell(papersOf(cell.form)[0]);
}

export function onward(cell) {
  const columns = typedColumns(cell.form);
  const next = columns[columns.indexOf(columnAt(cell)) + 1];
  if (next) focusCell(cellAt(cell.closest("tr"), next));
  else toRow(cell, 1, columns[0]);
}

// "46" has led on already when the half or the D of the defence follows.
export function late(cell, key) {
  const cells = cellsOf(cell.closest("tr"));
  const before = cells[cells.indexOf(cell) - 1];
  if (cell.value || !before?.value) return false;
  if (key.length > 1 || !columnAt(before).dataset.late?.includes(key.toUpperCase())) return false;
  remember(cell.form);
  before.focus();
  before.setRangeText(key, before.value.length, before.value.length, "end");
  before.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  return true;
}

document.addEventListener("input", ({ target, inputType }) => {
  if (!isCell(target)) return;
  const { complete, ends } = columnAt(target).dataset;
  const isAtEnd = target.selectionStart === target.value.length;
  if (!inputType?.startsWith("insert") || !isAtEnd) return;
  if (matches(ends, target.value)) lead(target, (cell) => toRow(cell, 1, typedColumns(cell.form)[0]));
  else if (matches(complete, target.value)) lead(target, onward);
});

// What is typed replaces what stands there, as in a spreadsheet.
document.addEventListener("focusin", ({ target }) => isCell(target) && target.select());
