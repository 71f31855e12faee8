// Narrows the faces while a name is typed; without case or accents, as the server writes data-search.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

for (const box of document.querySelectorAll("[data-face-search]")) box.hidden = false;

document.addEventListener("input", ({ target }) => {
  if (!target.closest("[data-face-search]")) return;
  const sought = plain(target.value);
  for (const face of target.form.querySelectorAll("[data-face]")) {
    const words = face.dataset.search;
    face.hidden = sought !== "" && !words.startsWith(sought) && !words.includes(` ${sought}`);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.closest("[data-face-search]")) return;
  event.preventDefault(); // it would press the first button of the form
  event.target.form.querySelector("[data-face]:not([hidden]) input")?.focus();
});
