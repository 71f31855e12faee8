// Gives scripts the CSRF token: that of the cookie, which signing in changes, else that of the page.
export function token() {
  const cookie = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  return cookie?.[1] ?? document.querySelector("meta[name=csrf-token]")?.content ?? "";
}

// Asks for another one; whether there is another one now.
export async function freshToken() {
  const before = token();
  await fetch("/token/").catch(() => null);
  return token() !== before;
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") return;
  detail.headers["X-CSRFToken"] = token();
  detail.formData?.delete("csrfmiddlewaretoken"); // Django would look at it first
});
