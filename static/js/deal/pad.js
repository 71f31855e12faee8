// The digit pad writes into the points: three digits are refused, a half goes to the end.
import { changed, dealForm } from "./groups.js";

const MOST_DIGITS = 2;

function pressed(value, key) {
  const half = value.endsWith("½");
  const digits = half ? value.slice(0, -1) : value;
  if (key === "back") return half ? digits : digits.slice(0, -1);
  if (key === "half") return half ? digits : `${digits}½`;
  if (half || digits.length >= MOST_DIGITS) return value;
  return digits === "0" ? key : digits + key;
}

function buzz() {
  if (document.documentElement.dataset.vibration === "on") navigator.vibrate?.(10);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-pad] [data-key]");
  if (!key) return;
  const { points } = key.form.elements;
  const value = pressed(points.value, key.dataset.key);
  buzz();
  if (value === points.value) return;
  points.value = value;
  changed(points);
});

// The pad is there instead of the phone's own keyboard; back at the points, it needs its room.
const form = dealForm();
if (form?.querySelector("[data-pad]")) form.elements.points.inputMode = "none";
document.addEventListener("focusin", ({ target }) => {
  if (target.name !== "points" || !target.closest("[data-deal]")) return;
  for (const fold of target.form.querySelectorAll(".fold[open]")) fold.open = false;
});
document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (target.form !== dealForm() || target.type !== "text") return;
  if (key !== "Enter" || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (target.name === "points" && !event.repeat) target.form.querySelector("[data-save]").click();
});
