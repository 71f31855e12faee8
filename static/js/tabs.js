// Tabs wider than the screen: the one of this page is in sight when the page opens, and a side
// fades where there are more.
const SLACK = 1; // px by which a strip scrolled to its end may differ from its width

function tellMore(tabs) {
  const hidden = tabs.scrollWidth - tabs.clientWidth - tabs.scrollLeft;
  tabs.classList.toggle("more-before", tabs.scrollLeft > SLACK);
  tabs.classList.toggle("more-after", hidden > SLACK);
}

const widths = new ResizeObserver((entries) => entries.forEach(({ target }) => tellMore(target)));

for (const tabs of document.querySelectorAll(".tabs")) {
  const here = tabs.querySelector('[aria-current="page"]');
  if (here) {
    const spare = tabs.clientWidth - here.offsetWidth;
    tabs.scrollLeft += here.getBoundingClientRect().left - tabs.getBoundingClientRect().left - spare / 2;
  }
  tabs.addEventListener("scroll", () => tellMore(tabs), { passive: true });
  widths.observe(tabs);
}
