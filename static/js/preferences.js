// Shows a choice of theme, text size or hand at once, before it is saved.
document.addEventListener("change", ({ target }) => {
  const { preview } = target.closest?.("[data-preview]")?.dataset ?? {};
  const root = document.documentElement;
  if (preview === "theme") root.dataset.bsTheme = target.value;
  if (preview === "text") root.dataset.text = target.value;
  if (preview === "hand") root.dataset.hand = target.value;
  if (preview === "shortcuts") root.dataset.shortcuts = target.checked ? "on" : "off";
  if (preview === "vibration" && target.checked) navigator.vibrate?.(10);
});
