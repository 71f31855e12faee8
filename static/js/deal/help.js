// F1 opens the help of the group where one is. So the question marks need no stop on the way of Tab,
// which goes from group to group; without script they are one.
import { dealForm } from "./groups.js";
import { isShown } from "../keys.js";

const helpIn = (element) => element?.querySelector("[data-help]");

for (const button of dealForm()?.querySelectorAll("[data-help]") ?? []) button.tabIndex = -1;

document.addEventListener("keydown", (event) => {
  const form = dealForm();
  if (event.key !== "F1" || !form || !isShown(form)) return;
  const group = document.activeElement?.closest(".bonus, [data-group]");
  const help = helpIn(group) ?? helpIn(form);
  if (!help) return;
  event.preventDefault();
  help.click();
});
