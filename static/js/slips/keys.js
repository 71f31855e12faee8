// The desk by keyboard: "/" to another table, arrows between the deals, Ctrl Enter validates.
const form = document.querySelector("[data-desk]");
const cells = form ? [...form.querySelectorAll("[data-cell]")] : [];
const reason = form?.querySelector("[name=mode_reason]");
const areOff = document.documentElement.dataset.shortcuts === "off";

function move(cell, step) {
  const wide = cells.filter(({ dataset }) => dataset.row === cell.dataset.row).length;
  const other = cells[cells.indexOf(cell) + step * wide];
  other?.focus();
  other?.select();
}

document.addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    const isCell = "cell" in (target.dataset ?? {});
    const isOfGrid = target.matches?.("[data-bulk] .cell input");
    if (key === "Enter" && (event.ctrlKey || event.metaKey) && form) {
      event.preventDefault();
      // Held down, the keys would send the next slip as soon as its page is there.
      if (!event.repeat) form.requestSubmit(form.querySelector("[data-validate]"));
    } else if (key === "Enter" && target === reason && cells.length) {
      event.preventDefault();
      cells[0].focus();
    } else if (isCell && (key === "ArrowUp" || key === "ArrowDown")) {
      event.preventDefault();
      move(target, key === "ArrowUp" ? -1 : 1);
    } else if (key === "/" && !areOff && (isCell || isOfGrid || !target.closest("input, textarea, select"))) {
      event.preventDefault();
      event.stopImmediatePropagation();
      document.querySelector("[data-jump]").focus();
    }
  },
  true,
);

const wrong = form?.querySelector("[aria-invalid=true]") ?? form?.querySelector("[data-wrong] [data-cell]");
const asked = reason?.value === "" ? reason : null;
(wrong ?? asked ?? cells.find((cell) => cell.value === ""))?.focus();
// On a phone the list of slips is above, and the bar of pages lies over what is said below a cell.
if (wrong) (form.querySelector("[data-wrong] + tr .note") ?? wrong).scrollIntoView({ block: "center" });
