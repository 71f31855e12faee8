// After an answer with errors, the summary on top of the form gets the focus, or its first wrong
// field where it has no summary, else the note that says what is wrong. A link in the summary leads
// to its field, also where the field is a group of chips or folded away; so does a link of a
// question.
function focusFirst(root) {
  const asked = root.querySelector("[data-autofocus]");
  const fields = "main :is(.form-control, .form-check-input, [data-cell])";
  const wrong = root.querySelector(`${fields}[aria-invalid=true]`);
  (asked ?? wrong ?? root.querySelector("main .note[tabindex]"))?.focus();
}

document.addEventListener("htmx:afterSettle", ({ target }) => focusFirst(target));
document.addEventListener("click", (event) => {
  const link = event.target.closest(":is(.error-list, #deal-asks) a[href^='#']");
  if (!link) return;
  const found = document.getElementById(link.hash.slice(1));
  const field = found?.matches("input, select, textarea") ? found : found?.querySelector("input");
  if (!field) return;
  event.preventDefault();
  for (let fold = field; (fold = fold.parentElement.closest("details")); ) fold.open = true;
  field.focus();
  field.closest("label, fieldset")?.scrollIntoView({ block: "center" }); // chips hide their inputs
});
focusFirst(document);
