// Another dealer: the rest moves along, since the dealer rests and those who dealt just before.
import { changed } from "./groups.js";

// Whether somebody rests at this table.
export function restAfter(form, seat) {
  const rests = [...form.querySelectorAll("[name=out]")];
  const count = rests.filter((input) => input.checked).length;
  const resting = Array.from({ length: count }, (_, step) => (seat - step + rests.length) % rests.length);
  for (const input of rests) input.checked = resting.includes(Number(input.dataset.seat));
  return count > 0;
}

document.addEventListener("change", ({ target }) => {
  if (target.name !== "dealer" || !target.closest("[data-deal]")) return;
  if (restAfter(target.form, Number(target.dataset.seat))) changed(target);
});

// Who rests neither takes nor is called.
document.addEventListener("input", ({ target }) => {
  if (!["out", "dealer"].includes(target.name) || !target.closest("[data-deal]")) return;
  for (const input of target.form.querySelectorAll("[name=out]:checked")) {
    const chosen = `:is(.taker, .calls) [data-seat="${input.dataset.seat}"]:checked`;
    for (const chip of target.form.querySelectorAll(chosen)) chip.checked = false;
  }
});
