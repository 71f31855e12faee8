// The list at the door: letters narrow it, Enter ticks the first one who is not here yet. Without
// this the same field and button do it on the server.
const form = document.querySelector("[data-check-in]");
const search = form?.querySelector("[data-check-in-search]");
const said = form?.querySelector("[data-check-in-said]");
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const words = (text) => plain(text).split(/[\s-]+/).filter(Boolean);

function narrow() {
  const sought = words(search.value);
  for (const row of form.querySelectorAll("[data-search]")) {
    const own = words(row.dataset.search);
    row.hidden = !sought.every((part) => own.some((word) => word.startsWith(part)));
  }
}

// Several desks: whatever the row says now is what the server answered.
function tickFirst() {
  const first = form.querySelector("[data-search]:not([hidden]) [data-here]");
  if (!first || !search.value.trim()) return;
  said.textContent = first.closest("[data-search]").dataset.name;
  first.click();
  search.value = "";
  narrow();
  search.focus();
}

if (search) {
  search.addEventListener("input", narrow);
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    tickFirst();
  });
  form.querySelector("[data-check-in-first]").addEventListener("click", (event) => {
    event.preventDefault();
    tickFirst();
  });
  form.addEventListener("htmx:afterSettle", narrow);
  narrow();
  if (matchMedia("(pointer: fine)").matches) search.focus();
}
