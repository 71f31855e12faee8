// Which oudlers the taker has: those that are tapped make their number, another number takes them back.
document.addEventListener("input", ({ target }) => {
  const which = target.form?.querySelectorAll("[name=which_oudlers]") ?? [];
  if (!which.length) return;
  const count = [...which].filter((input) => input.checked).length;
  if (target.name === "which_oudlers") {
    for (const input of target.form.querySelectorAll("[name=oudlers]")) input.checked = count > 0 && Number(input.value) === count;
  }
  if (target.name === "oudlers" && Number(target.value) !== count) for (const input of which) input.checked = false;
});
