// A button that hands an address, or the text of a field with a picture, to another app:
// [data-share] is the address, [data-share-field] names the field, [data-share-picture] is where the
// picture is. Shown where the device can do it, which it only does on https.
if (navigator.share) {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}

const pictures = new Map(); // by address, once they are here

async function picture(address) {
  if (!pictures.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok) return null; // the server is busy: the text goes alone
    const name = new URL(address, location).pathname.split("/").pop();
    pictures.set(address, new File([await answer.blob()], name, { type: "image/png" }));
  }
  return pictures.get(address);
}

async function shared({ share, shareTitle, shareField, sharePicture }) {
  if (!shareField) return { title: shareTitle, url: share };
  const told = { title: shareTitle, text: document.getElementById(shareField).value };
  if (!sharePicture || !navigator.canShare) return told;
  const file = await picture(sharePicture).catch(() => null); // no network
  const whole = { ...told, files: [file] };
  return file && navigator.canShare(whole) ? whole : told;
}

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  try {
    await navigator.share(await shared(button.dataset));
  } catch (error) {
    if (error.name === "AbortError") return; // the person thought better of it
    const text = button.dataset.shareAgain;
    if (error.name !== "NotAllowedError" || !text) throw error;
    // The picture took so long that the tap no longer counts; the next one finds it here.
    document.dispatchEvent(new CustomEvent("toast", { detail: { text, level: "info" } }));
  }
});
