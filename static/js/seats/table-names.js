// A table of typed names: Enter goes to the next seat, a number dragged takes its name along, and the
// button says how many there are.
import { sayMoved } from "./drag.js";
import { drawCounts, showRules } from "./table-seats.js";

const fieldsOf = (form) => [...form.querySelectorAll("[data-name]")];
const draw = (form) =>
  drawCounts(form, fieldsOf(form).filter((field) => field.value.trim()).length);

function next(form, field) {
  const fields = fieldsOf(form);
  const following = fields[fields.indexOf(field) + 1];
  if (!following) return;
  const fold = following.closest("details");
  if (fold) fold.open = true;
  following.focus();
}

// A name moves with its mark of the first dealer; the fields stay where they are.
document.addEventListener("seatmove", ({ target: form, detail: { from, to } }) => {
  if (!form.matches("[data-table-names]")) return;
  const fields = fieldsOf(form);
  const dealers = [...form.querySelectorAll("[name=first_dealer]")];
  const seats = fields.map((field, place) => [field.value, dealers[place].checked]);
  seats.splice(to, 0, ...seats.splice(from, 1));
  for (const [place, [name, deals]] of seats.entries()) {
    fields[place].value = name;
    if (deals) dealers[place].checked = true;
  }
  sayMoved(form, fields[to].value, to);
});

document.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-table-names]");
  if (form) draw(form);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-table-names] [data-name]")) return;
  if (!event.target.value.trim() && !event.repeat) return; // Enter in an empty seat starts
  event.preventDefault();
  if (!event.repeat) next(event.target.form, event.target);
});

document.addEventListener("change", ({ target }) => {
  const form = target.closest("[data-table-names]");
  if (!form) return;
  if (target.name === "active_count") draw(form);
  if (target.name === "rules") showRules(form, target.closest("label"));
});

for (const form of document.querySelectorAll("[data-table-names]")) draw(form);
