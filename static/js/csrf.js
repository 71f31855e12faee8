// Gives scripts the CSRF token: that of the cookie, which signing in changes, else that of the page.
export function token() {
  const cookie = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  return cookie?.[1] ?? document.querySelector("meta[name=csrf-token]")?.content ?? "";
}

// Whether there is another one than that which was refused: the refusal may have brought it.
export async function freshToken(refused) {
  if (token() === refused) await fetch("/token/").catch(() => null);
  return token() !== refused;
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") return;
  detail.headers["X-CSRFToken"] = token();
  detail.formData?.delete("csrfmiddlewaretoken"); // Django would look at it first
});
