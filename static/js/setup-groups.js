// A fold of the settings tells what is stored: once something in it was touched, it says so instead.
document.addEventListener("input", ({ target }) => {
  const group = target.closest("[data-setup-group]");
  if (!group) return;
  group.querySelector("[data-stored]").hidden = true;
  group.querySelector("[data-touched]").hidden = false;
});
