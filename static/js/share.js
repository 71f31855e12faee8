// A button that hands an address, or the text of a field, to another app: [data-share] is the
// address, [data-share-field] names the field. Shown where the device can do it, which it only does
// on https.
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

function shared({ share, shareTitle, shareField }) {
  if (!shareField) return { title: shareTitle, url: share };
  return { title: shareTitle, text: document.getElementById(shareField).value };
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  try {
    await navigator.share(shared(button.dataset));
  } catch (error) {
    if (error.name !== "AbortError") throw error; // the person thought better of it
  }
});
