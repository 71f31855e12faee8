// The clock of a round on a screen and on a player's phone: [data-room-clock] says the moment at
// which the round ends, or begins, and the words for before and after it.
import { face, serverNow } from "./round-clock.js";

function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function show(clock) {
  const at = Number(clock.dataset.at) * 1000;
  if (!at) return;
  const left = at - serverNow();
  const isOver = left <= 0;
  const over = clock.dataset.roomClock === "runs" ? face(left) : face(0);
  write(clock.querySelector("[data-hall-label]"), isOver ? clock.dataset.over : clock.dataset.going);
  write(clock.querySelector("[data-hall-face]"), isOver ? over : face(left));
  clock.classList.toggle("is-over", isOver);
}

const all = () => document.querySelectorAll("[data-room-clock]").forEach(show);

setInterval(all, 500);
document.addEventListener("htmx:afterSwap", all);
all();
