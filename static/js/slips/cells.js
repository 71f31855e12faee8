// Rows of scores of a slip: what each adds up to, the real minus, and Enter goes to the next cell.
// What counts, the server says.
const MINUS = "−";
const value = (cell) => {
  const text = cell.value.replace(/\s/g, "").replace(MINUS, "-");
  return /^[+-]?\d+$/.test(text) ? Number(text) : null;
};
const signed = (sum) => (sum > 0 ? `+${sum}` : sum < 0 ? `${MINUS}${-sum}` : "0");

function tell(form, row) {
  const place = form.querySelector(`[data-sum="${row}"]`);
  const cells = [...form.querySelectorAll(`[data-cell][data-row="${row}"]`)];
  if (!place) return;
  const told = cells.map(value).filter((score) => score !== null);
  const sum = told.reduce((total, score) => total + score, 0);
  const rest = cells.filter((cell) => cell.value.trim() === "");
  for (const cell of cells) cell.placeholder = "";
  if (rest.length === 1 && told.length === cells.length - 1) rest[0].placeholder = signed(-sum);
  if (place.dataset.zero) {
    place.hidden = told.length < cells.length;
    place.className = `note note-${sum ? "danger" : "ok"}`;
    place.textContent = sum ? place.dataset.left.replace("{sum}", signed(sum)) : place.dataset.zero;
  } else place.textContent = told.length ? signed(sum) : "";
}

function next(form, cell) {
  const cells = [...form.querySelectorAll("[data-cell]")];
  const after = cells[cells.indexOf(cell) + 1];
  (after ?? form.querySelector("button[type=submit]")).focus();
  after?.select();
}

for (const form of document.querySelectorAll("[data-cells]")) {
  const rows = new Set([...form.querySelectorAll("[data-cell]")].map((cell) => cell.dataset.row));
  for (const row of rows) tell(form, row);
  form.addEventListener("input", ({ target }) => "cell" in target.dataset && tell(form, target.dataset.row));
  form.addEventListener("focusout", ({ target }) => {
    if ("cell" in target.dataset) target.value = target.value.replace("-", MINUS);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !("cell" in event.target.dataset)) return;
    event.preventDefault();
    next(form, event.target);
  });
}
