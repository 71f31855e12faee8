// A table of typed names: Enter goes to the next seat, and the button says how many there are.
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
