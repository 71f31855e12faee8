// Whose pile was counted: switching converts what was typed, and a new deal starts with the side
// that the table counted last. Such a side is marked until somebody says it for this deal.
import { dealForm } from "./groups.js";

const PACK_X2 = 182; // half card points
const keyOf = (form) => `counted:${form.dataset.deal}`;

function halvesOf(text) {
  const match = /^(\d{1,2})?(?:[.,]5|(½))?$/.exec(text.trim());
  if (!match || !text.trim()) return null;
  return 2 * Number(match[1] ?? 0) + (/[.,]5$|½$/.test(text) ? 1 : 0);
}

const textOf = (halves) => `${Math.floor(halves / 2)}${halves % 2 ? "½" : ""}`;

function remember(form, side) {
  try {
    localStorage.setItem(keyOf(form), side);
  } catch {
    // a browser that keeps nothing starts with the attack
  }
}

function remembered(form) {
  try {
    return localStorage.getItem(keyOf(form));
  } catch {
    return null;
  }
}

export function carry(form, isCarried) {
  form.querySelector(".points")?.toggleAttribute("data-carried", isCarried);
}

// Before htmx hears of it, so that the preview has the converted points.
document.addEventListener(
  "input",
  ({ target }) => {
    if (target.name !== "counted" || !target.closest("[data-deal]")) return;
    const { points } = target.form.elements;
    const halves = halvesOf(points.value);
    if (halves !== null && halves <= PACK_X2) points.value = textOf(PACK_X2 - halves);
    if ("keeps" in target.form.dataset) remember(target.form, target.value); // a correction is of another deal
    carry(target.form, false);
  },
  true,
);

const form = dealForm();
if (form?.hasAttribute("data-fresh") && form.elements.points?.value === "") {
  const side = remembered(form);
  for (const input of form.elements.counted) if (input.value === side) input.checked = true;
  carry(form, true);
}
