// After an answer with errors, the summary on top of the form gets the focus; a link in it leads to
// its field, also where the field is a group of chips.
function focusFirst(root) {
  root.querySelector("[data-autofocus]")?.focus();
}

document.addEventListener("htmx:afterSettle", ({ target }) => focusFirst(target));
document.addEventListener("click", (event) => {
  const link = event.target.closest(".error-list a[href^='#']");
  if (!link) return;
  const found = document.getElementById(link.hash.slice(1));
  const field = found?.matches("input, select, textarea") ? found : found?.querySelector("input");
  if (!field) return;
  event.preventDefault();
  field.focus();
});
focusFirst(document);
