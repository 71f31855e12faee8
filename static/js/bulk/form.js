// Bulk entry. Nothing is scored here: what is typed is sent to be judged, and without script the
// same form has buttons for it.
import { cellAt, formOf, grow, isBlank, papersOf, rowsOf, typedColumns } from "./grid.js";
import { restore } from "./keep.js";
import { ask } from "./preview.js";
import "./history.js";
import "./keys.js";
import "./paste.js";

function begin() {
  const form = formOf();
  const before = rowsOf(form).length;
  grow(form);
  const isBack = form.hasAttribute("data-fresh") && restore(form);
  if (isBack) ask(0);
  else if (rowsOf(form).length > before) ask(before);
  if (form.querySelector("[data-autofocus]")) return;
  const blank = rowsOf(form).find(isBlank);
  const cell = blank ? cellAt(blank, typedColumns(form)[0]) : papersOf(form)[0];
  cell?.focus({ preventScroll: !isBack });
}

document.addEventListener("htmx:afterSettle", ({ target }) => target.matches?.("[data-bulk]") && begin());
begin();
