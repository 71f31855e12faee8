// Totals went unknown while deals waited on this phone (deal-next.js). Once the server has them all,
// its page of the next deal says what they are.
import { entryUrl } from "../offline/queue-post.js";
import { ofTable } from "../offline/queue-store.js";

const form = document.querySelector("form[data-keeps]");
let isAsking = false;

const numberOf = (page) => Number(page?.elements.number.value);

function show(fresh) {
  if (!(numberOf(fresh) >= numberOf(form))) return; // one more deal was entered meanwhile
  for (const chip of form.querySelectorAll(".taker .chip")) {
    const { value } = chip.querySelector(".chip-input");
    const theirs = fresh.querySelector(`.taker .chip:has([value="${value}"]) small`);
    if (theirs) chip.querySelector("small").replaceWith(theirs);
  }
  const match = fresh.querySelector(".match-line");
  if (match) {
    form.querySelector(".match-line").replaceWith(match);
    form.querySelector("[data-as-of]").hidden = true;
  }
  form.toggleAttribute("data-behind", false);
}

async function ask() {
  const isDue = form.hasAttribute("data-behind") && !ofTable(form.dataset.keeps).length;
  if (isAsking || !isDue) return;
  isAsking = true;
  try {
    const answer = await fetch(entryUrl(form.dataset.keeps));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page.querySelector("form[data-keeps]"));
  } catch {
    // no network: asked again as soon as the queue moves
  }
  isAsking = false;
}

if (form) document.addEventListener("queue", ask);
