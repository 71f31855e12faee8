// A button that hands an address to another app: [data-share]. Shown where the device can do it,
// which it only does on https.
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  try {
    await navigator.share({ title: button.dataset.shareTitle, url: button.dataset.share });
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the person thought better of it
  }
});
