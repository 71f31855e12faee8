// Bulk entry. Nothing is scored here: what is typed is sent to be judged, and without script the
// same form has buttons for it.
import { cellAt, formOf, grow, isBlank, papersOf, rowsOf, typedColumns } from "./bulk-grid.js";
import { restore } from "./bulk-keep.js";
import { ask } from "./bulk-preview.js";
import "./bulk-history.js";
import "./bulk-keys.js";
import "./bulk-paste.js";

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
