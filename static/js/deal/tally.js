// A pair game's counts: a tap on a cell with few numbers goes on to the next one, and one card count
// shows what is left for the other pair. Keys, and phones that open their own list, work as ever.
import { changed, dealForm } from "./groups.js";

document.addEventListener("mousedown", (event) => {
  const select = event.target.closest?.("[data-deal] select[data-cycle]");
  if (!select || event.button !== 0) return;
  event.preventDefault();
  select.focus();
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  changed(select);
});

function rest(row) {
  const inputs = [...row.querySelectorAll("input")];
  for (const [place, input] of inputs.entries()) {
    const other = inputs[1 - place].value.trim();
    const isCount = /^\d{1,2}$/.test(other) && Number(other) <= Number(row.dataset.scartini);
    input.placeholder = isCount ? String(row.dataset.scartini - other) : "··";
  }
}

// Also where the fields were emptied without anybody typing.
export function showRests() {
  for (const row of dealForm()?.querySelectorAll("[data-scartini]") ?? []) rest(row);
}

document.addEventListener("input", showRests);
showRests();
