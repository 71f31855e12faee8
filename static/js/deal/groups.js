// The groups of a deal form: which are answered, which is asked next, and how one is chosen.
import { isShown } from "../keys.js";

export const dealForm = () => document.querySelector("form[data-deal]");

export function changed(input) {
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// Chips of a group that are there to be tapped, in the order of the page.
export const inputsOf = (group) =>
  [...group.querySelectorAll("input")].filter((input) => isShown(input.closest("label")));

export function isAnswered(group) {
  return inputsOf(group).some((input) => (input.type === "text" ? input.value : input.checked));
}

// Groups that a deal needs; the switch of the points is preset and answers nothing.
export function gapIn(form) {
  return [...form.querySelectorAll("[data-gap]")].filter(isShown).find((group) =>
    group.dataset.group === "points" ? !form.elements.points.value : !isAnswered(group),
  );
}

export function focusGroup(group) {
  const inputs = inputsOf(group);
  const field = inputs.find((input) => input.type === "text");
  (field ?? inputs.find((input) => input.checked) ?? inputs[0])?.focus();
}

export function choose(input) {
  input.checked = true;
  input.focus();
  changed(input);
}
