// A menu is a details element; this closes it on Escape, on a tap elsewhere, and when focus leaves.
const open = () => document.querySelectorAll("details[data-menu][open]");

function closeOutside(target) {
  for (const menu of open()) if (!menu.contains(target)) menu.open = false;
}

document.addEventListener("click", ({ target }) => closeOutside(target));
document.addEventListener("focusin", ({ target }) => closeOutside(target));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
