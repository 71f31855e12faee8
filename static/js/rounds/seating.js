// Seats of a round: the first name that is picked waits, the second one changes places with it; an
// empty place of a short table takes it. Arrows lead from place to place, Space picks up and drops,
// Esc puts back. The boxes are those of the form, which works without this as well.
const form = document.querySelector("[data-seating]");
const news = form?.querySelector("[data-pick-news]");
const picked = () => [...form.querySelectorAll("[data-place]:checked")];
const stops = () => [...form.querySelectorAll("[data-stop]:not(:disabled)")];
const nameOf = (box) => box.closest("label").querySelector("[data-name]").textContent;

function tell() {
  const [first] = picked();
  const { hint, picked: words } = form.dataset;
  news.textContent = first ? words.replace("{name}", nameOf(first)) : hint;
}

function drop() {
  const boxes = picked();
  for (const box of boxes) box.checked = false;
  if (boxes.length) tell();
}

function step(from, by) {
  const all = stops();
  all[(all.indexOf(from) + by + all.length) % all.length]?.focus();
}

// One below the other in a table, and as far to the side as the tables stand apart.
function beside(from, sign) {
  const here = from.closest("li").getBoundingClientRect();
  const row = stops().filter((other) => {
    const there = other.closest("li").getBoundingClientRect();
    return (there.left - here.left) * sign > 1 && Math.abs(there.top - here.top) < here.height / 2;
  });
  const left = (stop) => stop.closest("li").getBoundingClientRect().left * sign;
  row.sort((a, b) => left(a) - left(b));
  if (row.length) row[0].focus();
  else step(from, sign);
}

const MOVES = {
  ArrowDown: (stop) => step(stop, 1),
  ArrowUp: (stop) => step(stop, -1),
  ArrowRight: (stop) => beside(stop, 1),
  ArrowLeft: (stop) => beside(stop, -1),
};

function pressed(event) {
  const stop = event.target.closest("[data-stop]");
  if (event.key === "Escape" && picked().length) {
    event.preventDefault();
    event.stopPropagation(); // it does not lead back as well
    drop();
  } else if (stop && MOVES[event.key]) {
    event.preventDefault();
    MOVES[event.key](stop);
  } else if (event.key === "Enter" && stop?.matches("[data-place]")) {
    event.preventDefault(); // it would press the first button of the form
    stop.click();
  }
}

function start() {
  form.toggleAttribute("data-live", true);
  form.addEventListener("keydown", pressed);
  form.addEventListener("change", (event) => {
    if (!event.target.matches("[data-place]")) return;
    tell();
    if (picked().length === 2) form.requestSubmit(form.querySelector("[data-swap]"));
  });
  window.addEventListener("pageshow", drop); // a browser that goes back ticks the boxes again
  const place = document.getElementById(location.hash.slice(1));
  place?.focus({ preventScroll: true });
  // After the browser has gone to the hash: all who changed places, as far as there is room.
  window.addEventListener("load", () => {
    for (const one of [...form.querySelectorAll(".is-moved"), place?.closest("label") ?? place]) {
      one?.scrollIntoView({ block: "nearest" });
    }
  });
}

if (form && news) start();
