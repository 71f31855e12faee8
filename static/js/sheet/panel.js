// A tap anywhere on a row of the sheet opens the deal: beside the sheet where there is room for it,
// else on its own page. The panel follows the newest deal until one is chosen.
const beside = matchMedia("(min-width: 80rem)");
const panel = () => document.querySelector("[data-panel]");
const rows = () => [...document.querySelectorAll("[data-sheet] tr[data-deal]")];
const linkOf = (row) => row.querySelector("a.no");
const sheet = new URL(location.pathname.replace(/new\/$/, ""), location); // it may come while deal entry is shown
const addressOf = (row) => new URL(linkOf(row).getAttribute("href"), sheet).href;
const told = () => panel()?.querySelector("[data-told]")?.dataset ?? {};

function mark(number) {
  for (const row of rows()) row.classList.toggle("sel", row.dataset.deal === number);
}

async function show(row) {
  mark(row.dataset.deal);
  await window.htmx.ajax("GET", addressOf(row), { target: panel(), swap: "innerHTML" });
}

async function choose(row) {
  panel().dataset.pinned = "";
  history.replaceState(history.state, "", `?deal=${row.dataset.deal}`);
  await show(row);
  const said = panel().querySelector("[data-headline]")?.textContent ?? "";
  document.querySelector("[data-live-news]").textContent = said.replace(/\s+/g, " ").trim();
}

document.addEventListener("click", (event) => {
  const row = event.target.closest("[data-sheet] tr[data-deal]");
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (panel() && beside.matches) {
    event.preventDefault();
    choose(row);
  } else if (!event.target.closest("a")) {
    linkOf(row).click();
  }
});

// After the sheet has come anew.
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (!panel() || !beside.matches || target === panel() || !rows().length) return;
  const newest = rows().reduce((a, b) => (Number(a.dataset.deal) > Number(b.dataset.deal) ? a : b));
  const chosen = rows().find((row) => row.dataset.deal === told().told);
  const row = "pinned" in panel().dataset && chosen ? chosen : newest;
  mark(row.dataset.deal);
  if (row !== chosen || (row.dataset.revision ?? "1") !== told().toldRevision) show(row);
});
