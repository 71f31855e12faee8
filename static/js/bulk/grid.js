// The grid of bulk entry: rows, cells, what is typed in them, and further rows as they are needed.
export const MOST_ROWS = 60; // what the server takes
const AT_LEAST = 2; // empty rows under the last one
const ROOMY = 20; // rows that are made only because there is room
const DOCK = 160; // pixels under the grid

export const formOf = () => document.querySelector("form[data-bulk]");
export const rowsOf = (form) => [...form.querySelectorAll("tr[data-row]")];
export const cellsOf = (row) => [...row.querySelectorAll(".cell input")];
export const papersOf = (form) => [...form.querySelectorAll("[data-paper]")];
export const isBlank = (row) => cellsOf(row).every((cell) => !cell.value.trim());
export const isCell = (element) => element?.matches?.("[data-bulk] tr[data-row] .cell input") ?? false;

// What a cell is for: its heading, with the rules for typing.
export const columnsOf = (form) => [...form.querySelectorAll("[data-column]")];
export const columnAt = (cell) => columnsOf(cell.form)[cellsOf(cell.closest("tr")).indexOf(cell)];
export const typedColumns = (form) => columnsOf(form).filter((column) => !("derived" in column.dataset));

export const cellAt = (row, column) => cellsOf(row)[columnsOf(row.closest("form")).indexOf(column)];

export function focusCell(cell) {
  cell?.focus();
  cell?.select();
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" }); // out from under the dock
}

export function changed(form, since = 0) {
  form.dispatchEvent(new CustomEvent("bulk", { bubbles: true, detail: since }));
}

const NAMED = ["id", "name", "aria-labelledby", "aria-describedby"];

function addRow(form) {
  const rows = rowsOf(form);
  if (rows.length >= MOST_ROWS) return null;
  const copy = form.querySelector("[data-empty-row]").content.cloneNode(true);
  for (const element of copy.querySelectorAll(NAMED.map((name) => `[${name}]`).join())) {
    for (const name of NAMED) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replaceAll("__prefix__", rows.length));
    }
  }
  form.querySelector("tbody").append(copy);
  form.elements["row-TOTAL_FORMS"].value = rows.length + 1;
  return rowsOf(form).at(-1);
}

export const matches = (pattern, text) => pattern && new RegExp(`^(?:${pattern})$`).test(text.toUpperCase());

// A deal that nobody played: said by one cell, and another deal takes its place.
const isPassed = (row) => columnsOf(row.closest("form")).some(
  ({ dataset }, at) => matches(dataset.ends, cellsOf(row)[at].value.trim()));

// The slip of a tournament has as many rows as deals are missing, and one more for each passed one.
function fit(form) {
  let rows = rowsOf(form);
  const wanted = Number(form.dataset.missing) + rows.filter(isPassed).length;
  while (rows.length < wanted && addRow(form)) rows = rowsOf(form);
  while (rows.length > wanted && isBlank(rows.at(-1))) {
    rows.pop().remove();
    form.elements["row-TOTAL_FORMS"].value = rows.length;
  }
}

function emptyAtTheEnd(rows) {
  const filled = rows.findLastIndex((row) => !isBlank(row));
  return rows.length - 1 - filled;
}

// As many empty rows as the window has room for, and always some to go on with.
function hasRoom(form, count) {
  const foot = form.querySelector("tfoot").getBoundingClientRect().bottom + scrollY;
  return count < ROOMY && foot + DOCK < innerHeight;
}

export function grow(form) {
  if (form.dataset.missing) {
    fit(form);
    return;
  }
  for (let rows = rowsOf(form); emptyAtTheEnd(rows) < AT_LEAST || hasRoom(form, rows.length); ) {
    if (!addRow(form)) return;
    rows = rowsOf(form);
  }
}

// Everything that is typed, and how to put it back.
export function read(form) {
  const rows = rowsOf(form).map((row) => cellsOf(row).map((cell) => cell.value));
  return { rows, paper: papersOf(form).map((cell) => cell.value) };
}

export function write(form, { rows, paper }) {
  while (rowsOf(form).length < rows.length && addRow(form));
  rowsOf(form).forEach((row, index) => {
    cellsOf(row).forEach((cell, place) => {
      cell.value = rows[index]?.[place] ?? "";
    });
  });
  papersOf(form).forEach((cell, place) => {
    cell.value = paper?.[place] ?? "";
  });
  grow(form);
}
