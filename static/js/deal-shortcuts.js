// Keys of deal entry: 1–6 players in seat order, digits for chips that are numbers, the letters that
// chips carry, digits in points, D the other pile, Ctrl Enter save. Letters and digits act where no
// text field has the focus.
import { choose, dealForm, focusGroup, gapIn, inputsOf } from "./deal-groups.js";

const areOn = () => document.documentElement.dataset.shortcuts !== "off";
const isText = (element) => element.matches("input[type=text], input[type=search], textarea, select");

// The group with the focus, else the first that is not answered.
function groupAt(form) {
  const group = document.activeElement?.closest("[data-gap]");
  return group && form.contains(group) ? group : gapIn(form);
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
  if (!group || group.dataset.group === "points") return false;
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

document.addEventListener("keydown", (event) => {
  const form = dealForm();
  if (!form || event.altKey || event.defaultPrevented) return;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "enter" && !event.repeat) form.requestSubmit(form.querySelector("[data-save]"));
    return;
  }
  if (!areOn() || isText(event.target)) return;
  const done = /^[0-9]$/.test(key) ? digit(form, key) : letter(form, key);
  if (done) event.preventDefault();
});
