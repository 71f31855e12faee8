// What plain scores add up to so far, and whom the rest may go to in one tap; in a Vachette by the rules of the table
// each place. Counted here, without asking the server; lines and places are those of the page.
import { signed } from "../numbers.js";

const WHOLE = /^[+\-−]?\d{1,7}$/;
const bare = ({ value }) => value.replace(/\s/g, "");
export const isTyped = (cell) => bare(cell) !== "";
export const scoreIn = (cell) => Number(bare(cell).replace("−", "-"));
export const sumOf = (cells) => cells.reduce((sum, cell) => sum + scoreIn(cell), 0);
export const areWhole = (cells) => cells.every((cell) => !isTyped(cell) || WHOLE.test(bare(cell)));

function line(form, name, values = {}) {
  const made = form.querySelector(`template[data-sum=${name}]`).content.firstElementChild.cloneNode(true);
  const words = made.matches("button") ? made : made.querySelector("span");
  if (words) words.textContent = words.textContent.trim().replace(/\{(\w+)\}/g, (_, key) => values[key]);
  return made;
}

const nameOf = (cell) => cell.closest("label").querySelector(".who").textContent;

// Gives to these cells what js/scores.js writes into them.
function giver(button, cells, value) {
  button.dataset.give = cells.map(({ name }) => name).join(" ");
  button.dataset.value = `${value > 0 ? "+" : "−"}${Math.abs(value)}`.replace(/^.0$/, "0");
  return button;
}

// The place that is to be given to somebody, from 0; -1 without such rules, once all have theirs, and where somebody typed
// other scores by hand.
function nextPlace({ dataset, elements }, typed) {
  if (elements.label.value !== dataset.placesOf) return -1;
  const places = dataset.places.split(" ").map(Number);
  const given = typed.map(scoreIn).sort((a, b) => b - a);
  return given.length < places.length && given.every((score, place) => score === places[place]) ? given.length : -1;
}

function placeLine(form, place, free) {
  const value = Number(form.dataset.places.split(" ")[place]);
  const made = line(form, "place", { number: place + 1, value: signed(value) });
  for (const cell of free) {
    const button = line(form, "one");
    button.textContent = nameOf(cell);
    made.append(giver(button, [cell], value));
  }
  return made;
}

function leftLine(form, left, free) {
  const made = line(form, "left", { left: signed(left) });
  if (!free.length || left % free.length) return made;
  const value = left / free.length;
  const name = nameOf(free[0]);
  made.append(giver(line(form, free.length === 1 ? "one" : "each", { name, value: signed(value) }), free, value));
  return made;
}

function told(form, cells) {
  const typed = cells.filter(isTyped);
  if (!areWhole(cells)) return line(form, "open");
  const free = cells.filter((cell) => !isTyped(cell));
  const place = nextPlace(form, typed);
  if (place >= 0) return placeLine(form, place, free);
  if (!typed.length) return line(form, "open");
  const left = -sumOf(typed);
  return left ? leftLine(form, left, free) : line(form, "even");
}

export const showSum = (form, cells) => form.querySelector("#scores-sum").replaceChildren(told(form, cells));
