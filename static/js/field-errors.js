// What is wrong with a field was said of what stood there: it goes with the first change, also from
// the list on top of the form. Fields of one name, such as those of a table's names, are wrong
// together: a name is there twice.
function unlist(id) {
  const link = document.querySelector(`.error-list a[href="#${id}"]`);
  const list = link?.closest(".error-list");
  link?.closest("li").remove();
  if (list && !list.querySelector("li, .strong")) list.remove();
}

function forget(part) {
  const ids = [part.name && `id_${part.name}`, part.id].filter(Boolean);
  const described = part.getAttribute("aria-describedby")?.split(" ") ?? [];
  for (const id of [...ids.map((own) => `${own}_error`), ...described]) {
    const words = document.getElementById(id);
    if (words?.matches(".invalid-feedback")) words.remove();
  }
  ids.forEach(unlist);
  part.removeAttribute("aria-invalid");
  part.classList.remove("is-invalid", "invalid", "field-bad");
}

document.addEventListener("input", ({ target }) => {
  const { form, name, type } = target;
  if (!form) return;
  const twins = type === "text" && name ? form.querySelectorAll(`[name="${name}"]`) : [];
  for (const field of twins) forget(field);
  for (let part = target; part && part !== form; part = part.parentElement) forget(part);
});
