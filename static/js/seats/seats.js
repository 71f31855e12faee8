// Seats in the middle of a session: a tap on a name picks it up, a tap on another swaps the two,
// whoever sits down meanwhile replaces it, the door sends home. js/seats/table-seats.js keeps who is
// picked up, js/seats/table-setup.js does the rest; what is about to change, the server says.
import { draw, keyOf, keysOf, pick, pickedIn, pickOf } from "./table-seats.js";

const form = document.querySelector("[data-seats-form]");

function seat(order, key) {
  draw(form, order, "");
  pickOf(form, key)?.focus();
}

const swapped = (order, one, other) =>
  order.map((key) => (key === one ? other : key === other ? one : key));

function tapped(key) {
  const picked = pickedIn(form);
  if (picked === "") pick(form, key);
  else if (picked === key) pick(form, "");
  else seat(swapped(keysOf(form), picked, key), key);
}

function leave(button) {
  const key = keyOf(button);
  const order = keysOf(form);
  const place = order.indexOf(key);
  const rest = order.filter((other) => other !== key);
  seat(rest, rest[Math.min(place, rest.length - 1)]);
}

// Who is picked up moves with the arrows; else they lead from seat to seat.
function arrow(button, step) {
  const order = keysOf(form);
  const key = keyOf(button);
  const other = order[(order.indexOf(key) + step + order.length) % order.length];
  if (pickedIn(form) !== key) return pickOf(form, other).focus();
  draw(form, swapped(order, key, other));
  pickOf(form, key).focus();
}

// A name that stands in its field while somebody is picked up takes their place, before Enter too:
// the server is asked so, and saving seats it.
const namesTyped = () => form.elements.guest_name.value.split(",").map((name) => name.trim()).filter(Boolean);

function askReplaced({ detail: { elt, parameters } }) {
  const picked = pickedIn(form);
  const [first, ...others] = namesTyped();
  if (elt !== form || !picked || !first) return;
  for (const name of ["order", "seat"]) {
    parameters.delete(name);
    for (const key of keysOf(form)) parameters.append(name, key === picked ? `+${first}` : key);
  }
  parameters.set("guest_name", others.join(","));
}

function seatTyped() {
  if (pickedIn(form) && namesTyped().length) form.querySelector("[data-guest-add]").click();
}

function start() {
  form.toggleAttribute("data-live", true);
  form.querySelector("[data-pick-hint]").hidden = false;
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pick], [data-leave]");
    if (!button) return;
    event.preventDefault();
    if (button.matches("[data-leave]")) leave(button);
    else tapped(keyOf(button));
  });
  form.addEventListener("htmx:configRequest", askReplaced);
  form.addEventListener("submit", seatTyped);
  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.name === "guest_name" && key === "Enter") {
      event.preventDefault();
      form.querySelector("[data-guest-add]").click();
    } else if (target.matches("[data-pick]") && ["ArrowUp", "ArrowDown"].includes(key)) {
      event.preventDefault();
      arrow(target, key === "ArrowUp" ? -1 : 1);
    } else if (key === "Escape" && pickedIn(form)) pick(form, "");
  });
  // As if it were typed: the server is asked, and Escape no longer leads back.
  const typed = () => form.dispatchEvent(new Event("input", { bubbles: true }));
  new MutationObserver(typed).observe(form.querySelector("[data-seats]"), { childList: true });
}

if (form) start();
