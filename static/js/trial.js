// The free deal works like deal entry. Other players or other rules draw its form anew: its points
// again get the pad instead of the phone's own keyboard.
import "./deal/form.js";
import { dealForm } from "./deal/groups.js";

document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.querySelector("[data-pad]")) dealForm().elements.points.inputMode = "none";
});
