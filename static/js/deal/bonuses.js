// Opening the handful says that the taker showed a single one, until a tap there says otherwise.
import { changed } from "./groups.js";

let assumed = null; // the chip that was chosen for the taker

function assume(form) {
  const taker = form.querySelector("[name=taker]:checked");
  if (!taker) return;
  assumed = form.querySelector(`[name="poignee_${taker.dataset.seat}"][value="simple"]`);
  assumed.checked = true;
  changed(assumed);
}

const none = (form, name) => form.querySelector(`[name="${name}"][value=""]`);

// Whoever is tapped first is who showed it: what was assumed goes, or it would count as a second.
function said(input) {
  if (assumed?.checked && assumed.name !== input.name) none(input.form, assumed.name).checked = true;
  assumed = null;
}

const isSaid = (fold) => fold.querySelector("input:checked:not([value=''])");

document.addEventListener("click", (event) => {
  if (event.target === assumed) assumed = null; // chosen already, so no input event says so
  const fold = event.target.closest("[data-deal] .fold > summary")?.parentElement;
  if (!fold || fold.open) return;
  if (fold.dataset.fold === "poignee" && !isSaid(fold)) assume(fold.closest("form"));
  // A panel that opens under the dock is brought up.
  setTimeout(() => fold.scrollIntoView({ block: "nearest" }));
});

document.addEventListener("input", ({ target, isTrusted }) => {
  if (!target.closest("[data-deal]")) return;
  if (target.name?.startsWith("poignee_") && isTrusted) said(target);
  if (target.name !== "taker" || !assumed?.checked) return;
  none(target.form, assumed.name).checked = true;
  assume(target.form);
});
