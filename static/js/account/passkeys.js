// Shows what needs passkeys, [data-passkey], where the browser has them, and says in words that none
// was used, [data-passkey-failed]. What makes them and asks for them is allauth's.
if (window.PublicKeyCredential) {
  for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = false;
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // the person gave up, or has none: nothing for the console
  const text = document.querySelector("[data-passkey-failed]").dataset.passkeyFailed;
  document.dispatchEvent(new CustomEvent("toast", { detail: { text, level: "info" } }));
});
