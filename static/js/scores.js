// Plain scores: a pad of digits and the sign writes into the score that was touched last, and the
// rest goes to somebody in one tap.
import { showSum } from "./score/plain.js";

const MOST_DIGITS = 6;
const form = document.querySelector("[data-scores]");
const cells = form ? [...form.querySelectorAll("[data-score]")] : [];
let active;
let dealt = form?.elements.dealer.value; // null once somebody has said who dealt

function pressed(value, key) {
  const minus = value.startsWith("−") || value.startsWith("-");
  const digits = value.replace(/\D/g, "");
  if (key === "sign") return digits ? (minus ? `+${digits}` : `−${digits}`) : minus ? "" : "−";
  const sign = minus ? "−" : value.startsWith("+") ? "+" : "";
  if (key === "back") return digits ? sign + digits.slice(0, -1) : "";
  if (digits.length >= MOST_DIGITS) return value;
  return sign + (digits === "0" ? key : digits + key);
}

function write(cell, value) {
  cell.value = value;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

function activate(cell) {
  active = cell;
  for (const other of cells) other.closest("label").toggleAttribute("data-active", other === cell);
}

function buzz() {
  if (document.documentElement.dataset.vibration === "on") navigator.vibrate?.(10);
}

function clicked({ target }) {
  const key = target.closest("[data-scores-pad] [data-key]");
  const give = target.closest("[data-give]");
  if (key) {
    buzz();
    write(active, pressed(active.value, key.dataset.key));
  } else if (give) {
    for (const name of give.dataset.give.split(" ")) {
      activate(form.elements[name]);
      write(active, give.dataset.value);
    }
  }
}

// An adjustment is dealt by nobody, until somebody says otherwise; one's own words need their field.
function told({ target }) {
  const { label, label_text: own, dealer } = form.elements;
  if (target === own && own.value) label.value = "other";
  if (target.name === "dealer") dealt = null;
  if (target.name !== "label") return;
  if (target.value === "other") own.focus();
  if (dealt === null) return;
  dealer.value = target.closest(".undealt") ? "nobody" : dealt;
}

if (form) {
  form.querySelector("[data-scores-pad]").hidden = false;
  for (const cell of cells) cell.inputMode = "none"; // the pad is there instead of a keyboard
  activate(cells.find((cell) => cell.value === "") ?? cells[0]);
  showSum(form, cells);
  form.addEventListener("focusin", ({ target }) => cells.includes(target) && activate(target));
  form.addEventListener("click", clicked);
  form.addEventListener("input", (event) => {
    told(event);
    showSum(form, cells);
  });
  form.addEventListener("focusout", ({ target }) => {
    if (cells.includes(target)) target.value = target.value.replace("-", "−");
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !cells.includes(event.target)) return;
    event.preventDefault();
    (cells[cells.indexOf(event.target) + 1] ?? form.querySelector("[data-save]")).focus();
  });
}
