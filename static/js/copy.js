// A button that copies the text of a field: [data-copy] names it, [data-copied] is said afterwards.
// Where the clipboard may not be used (plain http), the text is selected instead.
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(field.value);
  const detail = { text: button.dataset.copied };
  document.dispatchEvent(new CustomEvent("toast", { detail }));
});
