// Gives htmx requests the CSRF token: that of the form, else that of the page.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get") return;
  const form = detail.elt.closest("form");
  const field = form?.querySelector("[name=csrfmiddlewaretoken]");
  const meta = document.querySelector("meta[name=csrf-token]");
  detail.headers["X-CSRFToken"] = field?.value ?? meta?.content ?? "";
});
