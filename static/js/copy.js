// A button that copies the text of a field: [data-copy] names it, [data-copied] is said afterwards.
// The clipboard needs https; on a club's own plain http the older command copies what is selected,
// and where that is refused too, [data-copy-keys] says which keys do it. A field that is folded away
// unfolds: only what is shown can be selected.
for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

async function copied(field) {
  const fold = field.closest("details");
  if (fold) fold.open = true;
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    return Boolean(navigator.clipboard) || document.execCommand("copy");
  } catch {
    return document.execCommand("copy"); // the person, or the page around, forbids the clipboard
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const isDone = await copied(document.getElementById(button.dataset.copy));
  const text = isDone ? button.dataset.copied : button.dataset.copyKeys;
  const detail = { text, level: isDone ? "ok" : "info" };
  document.dispatchEvent(new CustomEvent("toast", { detail }));
});
