// Who was signed out meanwhile is told so on the page that asked the server something: leaving it
// would lose what is typed there. Signing in is another tab; once an answer comes the words go. That
// there is nothing new (204) is no answer: a poll is told so whoever asks (views/polls.py).
const told = () => document.querySelector("[data-toasts] [data-signed-out]");

export function tellSignedOut() {
  if (told()) return;
  const words = document.querySelector("template[data-signed-out-words]")?.content.cloneNode(true);
  if (!words) return;
  document.querySelector("[data-toasts]")?.append(words);
  const back = new URLSearchParams({ next: location.pathname + location.search });
  const link = told()?.querySelector("a");
  if (link) link.search = back;
}

// Back from the tab where one may have signed in: the page itself is asked, since polls may know no better.
async function askAgain() {
  if (document.hidden || !told()) return;
  const options = { method: "HEAD", headers: { "HX-Request": "true" } };
  const answer = await fetch(location.pathname, options).catch(() => null);
  if (answer?.ok) told()?.querySelector("[data-toast-close]").click();
}

document.addEventListener("visibilitychange", askAgain);
addEventListener("focus", askAgain);

// An answer that htmx takes for no error: it would fill the console (htmx-config in base.html).
document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
  if (xhr.status === 401) tellSignedOut();
  else if (xhr.status < 400 && xhr.status !== 204) told()?.querySelector("[data-toast-close]").click();
});
