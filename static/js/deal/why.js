// A correction wants its reason: pressing too early leads to the reasons and says so, in the
// server's words.
function ask(group) {
  const line = document.createElement("p");
  line.className = "verdict v-warn";
  line.setAttribute("role", "alert");
  line.textContent = group.dataset.why;
  group.querySelector(".verdict")?.remove();
  group.querySelector(".field-h").after(line);
  group.addEventListener("input", () => line.remove(), { once: true });
  group.querySelector("[name=reason]").focus({ preventScroll: true });
  group.scrollIntoView({ block: "center" });
}

// On the window, so before submit-once.js takes the form as sent.
window.addEventListener(
  "submit",
  (event) => {
    const group = event.target.querySelector("[data-why]");
    if (!group || event.submitter?.hasAttribute("data-without-why")) return;
    if (group.querySelector("[name=reason]:checked")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    ask(group);
  },
  true,
);
