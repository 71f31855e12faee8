// Marks, while one types, the settings that are not as in the FFT rules (data-usual holds theirs).
const value = (field) => (field.type === "checkbox" ? (field.checked ? "on" : "") : field.value);

function mark(line) {
  const fields = [...line.querySelectorAll("[data-usual]")];
  const changed = fields.some((field) => value(field).trim() !== field.dataset.usual);
  line.classList.toggle("changed", changed);
  const group = line.closest("details");
  const count = group.querySelectorAll("[data-rules-line].changed").length;
  group.querySelector("[data-changed-count]").hidden = count === 0;
  group.querySelector("[data-changed-number]").textContent = count;
}

document.addEventListener("input", ({ target }) => {
  const line = target.closest("[data-rules-line]");
  if (line) mark(line);
});
