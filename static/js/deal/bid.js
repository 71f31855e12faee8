// Where the rules show bids, who took with what is sent to the table while the deal is played: spectators and
// other phones see it, and a phone that is lost takes nothing along. Nothing waits for it and nothing says that
// it failed: the deal is saved as ever.
import { isNew } from "./next.js";
import { token } from "../csrf.js";

const CALM = 2_000; // ms since the last tap
const AGAIN = 5_000; // ms after a try that did not arrive
const form = document.querySelector("form[data-bid]");
let timer = 0;
let known = ""; // what the table has of it, as far as this phone heard

function told() {
  const chosen = (name) => form.querySelector(`[name="${name}"]:checked`)?.value ?? "";
  if (!chosen("taker") || !chosen("contract")) return "";
  return [form.elements.number.value, ...form.dataset.bid.split(" ").map(chosen)].join(" ");
}

// What this page told itself is no news to it (follow.js).
async function hear(answer) {
  const { revision } = await answer.json();
  if (revision === Number(form.dataset.revision) + 1) form.dataset.revision = revision;
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(send, wait);
}

async function send() {
  const bid = told();
  if (!bid || bid === known || !navigator.onLine) return;
  const body = new FormData(form);
  body.set("csrfmiddlewaretoken", token());
  const answer = await fetch(form.dataset.bidUrl, { method: "POST", body }).catch(() => null);
  // A phone says that it is online before anything arrives.
  if (!answer) later(AGAIN);
  if (!answer?.ok) return;
  known = bid;
  await hear(answer).catch(() => null); // a Wi-Fi's own page answers everything
}

if (form && isNew(form)) {
  const hold = () => (known = told());
  hold();
  form.addEventListener("adopt", hold); // what another phone told (follow.js) is not told again
  form.addEventListener("input", () => later(CALM));
  addEventListener("online", send);
}
