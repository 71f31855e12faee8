// Keys of deal entry: 1–6 players in seat order, digits for chips that are numbers, the letters that
// chips carry, digits in points, D the other pile, Ctrl Enter save, Ctrl Z the last deal again. Letters and
// digits act where no text field has the focus.
import { choose, dealForm, focusGroup, gapIn, inputsOf, isAnswered } from "./groups.js";
import { isShown } from "../keys.js";

const areOn = () => document.documentElement.dataset.shortcuts !== "off";
const isText = (element) => element.matches("input[type=text], input[type=search], textarea, select");

let isByPointer = false; // how the focus came where it is

// The group with the focus, else the first that is not answered. A click on a chip answers its group.
function groupAt(form) {
  const group = document.activeElement?.closest("[data-gap]");
  const isAsked = group && form.contains(group) && !(isByPointer && isAnswered(group));
  return isAsked ? group : gapIn(form);
}

// The digit itself is then typed there: after what stands there, unless that is a whole count.
function toPoints({ elements: { points } }) {
  if (!points) return;
  points.focus();
  if (/^\d\d/.test(points.value)) points.select();
  else points.setSelectionRange(points.value.length, points.value.length);
}

function onward(form) {
  const gap = gapIn(form);
  if (gap) focusGroup(gap);
  else form.querySelector("[data-save]").focus();
}

function pick(form, input) {
  if (!input) return false;
  choose(input);
  onward(form);
  return true;
}

function digit(form, key) {
  const group = groupAt(form);
  if (!group || group.dataset.group === "points") {
    toPoints(form);
    return false;
  }
  const inputs = inputsOf(group);
  const seats = inputs.filter((input) => input.dataset.seat);
  if (seats.length) return pick(form, seats[Number(key) - 1]);
  return pick(form, inputs.find((input) => [input.value, input.dataset.letter].includes(key)));
}

function letter(form, key) {
  const chip = [...form.querySelectorAll("[data-letter]")].find((input) => input.dataset.letter === key);
  if (chip) return pick(form, chip);
  if (key !== "d") return false;
  const other = form.querySelector("[name=counted]:not(:checked)");
  if (!other) return false;
  choose(other);
  return true;
}

document.addEventListener("pointerdown", () => (isByPointer = true));
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab" || event.key.startsWith("Arrow")) isByPointer = false;
  const form = dealForm();
  if (!form || !isShown(form) || event.altKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    const undo = form.querySelector("[data-undo]");
    if (key === "enter" && !event.repeat) form.querySelector("[data-save]").click();
    if (key === "z" && undo && isShown(undo) && !isText(event.target)) undo.click();
    return;
  }
  if (!areOn() || isText(event.target)) return;
  const done = /^[0-9]$/.test(key) ? digit(form, key) : letter(form, key);
  if (done) event.preventDefault();
});
