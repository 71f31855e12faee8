// On paper the oldest deal comes first, whatever order the screen shows. A sheet that shows only
// its newest deals ([data-partial]) is printed from the page that the link leads to, which has all.
const body = () => document.querySelector("[data-sheet] tbody");
const isNewestFirst = () => {
  const numbers = [...body().rows].map((row) => Number(row.dataset.deal));
  return numbers.length > 1 && numbers[0] > numbers.at(-1);
};
let turned = false;

const turn = () => body().append(...[...body().rows].reverse());

addEventListener("beforeprint", () => {
  if (!body() || !isNewestFirst()) return;
  turn();
  turned = true;
});
addEventListener("afterprint", () => {
  if (turned) turn();
  turned = false;
});
document.addEventListener("click", (event) => {
  const isWhole = body() && !document.querySelector("[data-sheet][data-partial]");
  if (!event.target.closest("[data-print]") || !isWhole) return;
  event.preventDefault();
  print();
});
