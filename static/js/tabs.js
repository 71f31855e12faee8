// Tabs wider than the screen: the one of this page is in sight when the page opens.
for (const tabs of document.querySelectorAll(".tabs")) {
  const here = tabs.querySelector('[aria-current="page"]');
  if (!here) continue;
  const spare = tabs.clientWidth - here.offsetWidth;
  tabs.scrollLeft += here.getBoundingClientRect().left - tabs.getBoundingClientRect().left - spare / 2;
}
