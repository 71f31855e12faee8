// The screen stays on while the page is shown, where the browser can do that (it needs https). The
// browser lets go when the page is hidden: it is asked again when one comes back.
function stayAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => null);
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
