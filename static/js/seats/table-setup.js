// Table set-up: a tap on a face takes the next seat, arrows move it, a name makes a guest. Without
// this the server arranges the same form.
import { sayMoved } from "./drag.js";
import { draw, drawCounts, faceOf, keysOf, pattern, showRules, sitDown } from "./table-seats.js";

const setup = (target) => target.closest?.("[data-table-setup]");
const tidy = (text) => text.trim().replace(/\s+/g, " ");

function tapped(form, box) {
  if (box.checked) sitDown(form, box.value);
  else draw(form, keysOf(form).filter((key) => key !== box.value));
}

function move(form, button) {
  const key = button.closest("[data-seat]").querySelector("[name=order]").value;
  const order = keysOf(form);
  const place = order.indexOf(key);
  // A table is round: who goes up from the first seat takes the last.
  const target = (place + Number(button.dataset.move) + order.length) % order.length;
  put(form, place, target).querySelector(`[data-move="${button.dataset.move}"]`).focus();
}

// From one place to another, between those that sit there; gives the row where it stands now.
function put(form, from, to) {
  const order = keysOf(form);
  order.splice(to, 0, ...order.splice(from, 1));
  draw(form, order);
  const row = form.querySelectorAll("[data-seat]")[to];
  sayMoved(form, row.querySelector("[data-name]").textContent, to);
  return row;
}

document.addEventListener("seatmove", ({ target: form, detail: { from, to } }) => {
  if (setup(form)) put(form, from, to);
});

function makeFace(form, key, name) {
  const face = pattern(form, "face");
  const words = name.split(" ");
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  face.classList.add("guest");
  face.dataset.search = name.toLowerCase();
  face.control.value = key;
  face.querySelector("[data-initials]").textContent = ends.map((w) => w[0].toUpperCase()).join("");
  face.querySelector("[data-name]").textContent = name;
  form.querySelector("[data-guest-tile]").before(face);
}

function seatGuests(form, field) {
  field.focus(); // where the next name goes, unless this one takes the place of somebody
  for (const name of field.value.split(",").map(tidy)) {
    const key = `+${name}`;
    if (!name) continue;
    if (!faceOf(form, key)) makeFace(form, key, name);
    sitDown(form, key);
  }
  field.value = "";
}

function openGuests(form) {
  form.querySelector("[data-guest-row]").hidden = false;
  form.elements.guest_name.focus();
}

document.addEventListener("change", ({ target }) => {
  const form = setup(target);
  if (!form) return;
  if (target.name === "seat") tapped(form, target);
  else if (target.name === "active_count") drawCounts(form, keysOf(form).length);
  else if (target.name === "rules") showRules(form, target.closest("label"));
});

document.addEventListener("click", (event) => {
  const form = setup(event.target);
  const pressed = event.target.closest("[data-guest-tile], [data-guest-add], [data-move]");
  if (!form || !pressed) return;
  event.preventDefault();
  if (pressed.matches("[data-move]")) move(form, pressed);
  else if (pressed.matches("[data-guest-add]")) seatGuests(form, form.elements.guest_name);
  else openGuests(form);
});

for (const form of document.querySelectorAll("[data-table-setup]")) {
  draw(form, keysOf(form));
  form.querySelector("[data-guest-row]").hidden = form.elements.guest_name.value === "";
}
