// The race of a season: a tick draws the line at once (htmx). As many boxes can be ticked as lines are
// drawn; the last one stays ticked, since without any the page would draw others.
import "./figures.js";
import "../member-search.js";

const form = document.querySelector("form[data-most]");
const boxes = [...form.querySelectorAll("[name=player]")];

function limit() {
  const isFull = boxes.filter(({ checked }) => checked).length >= Number(form.dataset.most);
  for (const box of boxes) box.disabled = isFull && !box.checked;
}

// Before htmx reads the form.
form.addEventListener("change", ({ target }) => {
  if (target.name === "player" && !boxes.some(({ checked }) => checked)) target.checked = true;
  limit();
}, true);
limit();
