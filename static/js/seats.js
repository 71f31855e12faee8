// Seats in the middle of a session: a tap on a name picks it up, a tap on another swaps the two, a
// tap on somebody below replaces it, the door sends home. js/table-setup.js does the rest; what is
// about to change, the server says.
import { draw, keysOf } from "./table-seats.js";

const form = document.querySelector("[data-seats-form]");
const seats = form?.querySelector("[data-seats]");
const keyOf = (element) => element.closest("[data-seat]").querySelector("[name=order]").value;
const buttonOf = (key) =>
  [...form.querySelectorAll("[data-pick]")].find((button) => keyOf(button) === key);
let picked = "";

function pick(key) {
  picked = key;
  for (const button of form.querySelectorAll("[data-pick]"))
    button.setAttribute("aria-pressed", key !== "" && keyOf(button) === key);
  const name = key && buttonOf(key).querySelector("[data-name]").textContent;
  const words = key ? seats.dataset.picked.replace("{name}", name) : "";
  form.querySelector("[data-pick-news]").textContent = words;
}

function seat(order, key) {
  draw(form, order);
  pick("");
  buttonOf(key)?.focus();
}

const swapped = (order, one, other) =>
  order.map((key) => (key === one ? other : key === other ? one : key));

function tapped(key) {
  if (picked === "") pick(key);
  else if (picked === key) pick("");
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
  if (picked !== key) return buttonOf(other).focus();
  draw(form, swapped(order, key, other));
  pick(key);
  buttonOf(key).focus();
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
  form.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.name === "guest_name" && key === "Enter") {
      event.preventDefault();
      form.querySelector("[data-guest-add]").click();
    } else if (target.matches("[data-pick]") && ["ArrowUp", "ArrowDown"].includes(key)) {
      event.preventDefault();
      arrow(target, key === "ArrowUp" ? -1 : 1);
    } else if (key === "Escape" && picked) pick("");
  });
  // Before js/table-setup.js, which would seat them at the end.
  form.addEventListener("change", (event) => {
    const { target } = event;
    if (target.name !== "seat" || !target.checked || picked === "") return;
    event.stopPropagation();
    const order = keysOf(form).map((key) => (key === picked ? target.value : key));
    seat(order, target.value);
  });
  // As if it were typed: the server is asked, and Escape no longer leads back.
  const typed = () => form.dispatchEvent(new Event("input", { bubbles: true }));
  new MutationObserver(typed).observe(seats, { childList: true });
}

if (form) start();
