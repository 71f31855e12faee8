// A seat is moved by its number: dragged with mouse, pen or finger, or with the arrow keys. The page
// hears "seatmove" on its form, from one place to another, and says who sits where now.
const rowsOf = (form) =>
  [...form.querySelectorAll("[data-grip]")].map((grip) => grip.closest(".seatrow"));

const ask = (form, from, to) =>
  form.dispatchEvent(new CustomEvent("seatmove", { bubbles: true, detail: { from, to } }));

export function sayMoved(form, name, place) {
  const news = form.querySelector("[data-moved]");
  const values = { name, place: place + 1 };
  news.textContent = news.dataset.moved.replace(/{(\w+)}/g, (_, word) => values[word]);
}

function drag({ target, pointerId, clientY: start }) {
  const grip = target.closest("[data-grip]");
  const form = grip.closest("form");
  const rows = rowsOf(form).filter((row) => row.offsetParent);
  const boxes = rows.map((row) => row.getBoundingClientRect());
  const row = grip.closest(".seatrow");
  const from = rows.indexOf(row);
  const over = (y) => boxes.findIndex(({ top, bottom }) => y >= top && y < bottom);
  const stop = new AbortController();
  const on = (type, act) => document.addEventListener(type, act, { signal: stop.signal });
  const end = () => {
    stop.abort();
    row.style.translate = "";
    for (const each of rows) each.classList.remove("dragged", "drop");
  };
  grip.setPointerCapture(pointerId);
  row.classList.add("dragged");
  on("pointermove", ({ clientY }) => {
    row.style.translate = `0 ${clientY - start}px`;
    const to = over(clientY);
    for (const [place, each] of rows.entries())
      each.classList.toggle("drop", place === to && place !== from);
  });
  on("pointerup", ({ clientY }) => {
    const to = over(clientY);
    end();
    if (to >= 0 && to !== from) ask(form, from, to);
  });
  on("pointercancel", end);
  on("keydown", ({ key }) => key === "Escape" && end());
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("[data-grip]") || event.button || !event.isPrimary) return;
  drag(event);
});

document.addEventListener("keydown", (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || !event.target.matches("button[data-grip]")) return;
  event.preventDefault();
  const { form } = event.target;
  const rows = rowsOf(form).filter((row) => row.offsetParent);
  const from = rows.indexOf(event.target.closest(".seatrow"));
  const to = from + step;
  if (!rows[to]) return;
  ask(form, from, to);
  rowsOf(form).filter((row) => row.offsetParent)[to].querySelector("[data-grip]").focus();
});

for (const hint of document.querySelectorAll("[data-drag-hint]")) hint.hidden = false;
for (const grip of document.querySelectorAll("button[data-grip]")) grip.disabled = false;
