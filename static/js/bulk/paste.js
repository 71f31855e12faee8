// Rows copied from a spreadsheet fill the grid from the cell with the cursor. The server says which
// column is which and what names stand for.
import {
  MOST_ROWS, cellAt, changed, columnAt, focusCell, isBlank, isCell, read, rowsOf, typedColumns, write,
} from "./grid.js";
import { remember } from "./history.js";
import { say } from "./preview.js";
import { tellSignedOut } from "../signed-out.js";

const isTable = (text) => /[\t\n;]/.test(text.trim());

function fill(form, from, { rows, columns }) {
  remember(form, true);
  const state = read(form);
  rows.forEach((typed, index) => {
    const row = (state.rows[from + index] ??= columns.map(() => ""));
    columns.forEach((name, place) => {
      if (name in typed) row[place] = typed[name];
    });
  });
  write(form, state);
  changed(form, from);
  const next = rowsOf(form).slice(from).find(isBlank);
  if (next) focusCell(cellAt(next, typedColumns(form)[0]));
  if (from + rows.length > MOST_ROWS) say(form, form.dataset.full);
}

document.addEventListener("paste", async (event) => {
  const { target } = event;
  const pasted = event.clipboardData?.getData("text/plain") ?? "";
  if (!isCell(target) || !isTable(pasted)) return;
  event.preventDefault();
  const { form } = target;
  const from = rowsOf(form).indexOf(target.closest("tr"));
  const body = new FormData();
  body.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.set("column", columnAt(target).dataset.column);
  body.set("pasted", pasted);
  try {
    const answer = await fetch(form.dataset.paste, {
      method: "POST", body, headers: { "HX-Request": "true" },
    });
    if (answer.status === 401) tellSignedOut();
    else if (answer.ok) fill(form, from, await answer.json());
    else say(form, form.dataset.refused);
  } catch {
    say(form, form.dataset.offline);
  }
});
for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, ({ target }) => {
    if (target.matches?.("[data-bulk]")) say(target, target.dataset.offline);
  });
}
