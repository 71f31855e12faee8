// Podium, ranking and the places of the text to send go on with the deals that this phone keeps, as it counted them.
// What it cannot count stays, and the page says of how many deals it does not know; nobody pays by old totals.
import { grouped, signed } from "../numbers.js";
import { ofTable } from "../offline/queue-store.js";
import { stepsSince } from "../score/steps.js";

const [, uuid] = location.pathname.match(/^\/t\/([0-9a-f-]+)\//);
const note = document.querySelector("[data-summary-waits]");
const rows = [...document.querySelectorAll("tr[data-player]")]; // of the ranking
const given = Object.fromEntries(rows.map(({ dataset }) => [dataset.player, Number(dataset.total)]));

function score(place, total) {
  const number = place.querySelector(".num");
  number.classList.toggle("gain", total > 0);
  number.classList.toggle("loss", total < 0);
  number.firstElementChild.textContent = signed(total);
  number.lastElementChild.textContent = grouped(total);
}

const TOLD = 10; // people whom a message lists, as clubs/queries/result_cards.py has it
const text = document.querySelector("#result-text");
const share = document.querySelector("[data-share-picture]");
const picture = share?.dataset.sharePicture;
const names = JSON.parse(document.querySelector("#sent-names")?.textContent ?? "[]"); // published, in the order of the ranking
for (const [at, row] of rows.entries()) row.dataset.sent = names[at];
const besideButtons = document.createElement("p");

// Stories and matches may be other ones with the deals that wait: only head, places and facts go with new places.
function wholeText(places, count) {
  const blocks = text.defaultValue.split("\n\n");
  const state = count && note.dataset[places ? "textCounted" : "textUncounted"].replace("{count}", count);
  if (!places) return [...blocks, state].filter(Boolean).join("\n\n");
  const lines = places.map(({ row, rank, total }) => `${rank}. ${row.dataset.sent} ${signed(total)}`);
  const told = [...lines.slice(0, TOLD), ...blocks[1].split("\n").slice(TOLD)].join("\n");
  return [blocks[0], told, blocks.at(-1), state].filter(Boolean).join("\n\n");
}

// The picture is the server's: it does not go with a text that says more.
function showSent(places, count) {
  if (!text) return;
  text.value = wholeText(places, count);
  share.dataset.sharePicture = count ? "" : picture;
  besideButtons.hidden = !count;
  besideButtons.textContent = note.dataset[places ? "sentCounted" : "sentUncounted"].replace("{count}", count);
}

const nameOf = (row) => row.cells[1].textContent.trim();

function showPodium(places) {
  const card = document.querySelector(".result");
  if (!card) return;
  const first = places.filter(({ rank }) => rank === 1);
  const heading = card.querySelector(".result-first > p");
  heading.textContent = first.length === places.length ? note.dataset.level : note.dataset.lead;
  card.querySelector("h2").replaceChildren(
    ...first.map(({ row }) => Object.assign(document.createElement("span"), { textContent: nameOf(row) })),
  );
  score(card.querySelector(".result-value"), first[0].total);
  const list = card.querySelector(".result-next") ?? Object.assign(document.createElement("ol"), { className: "result-next" });
  if (!list.isConnected) card.querySelector(".result-first").after(list);
  list.replaceChildren(...places.filter(({ rank }) => rank > 1 && rank < 4).map(place));
}

function place({ row, rank }) {
  const item = document.createElement("li");
  const [number, name] = ["rank num", "grow"].map((className) => Object.assign(document.createElement("span"), { className }));
  number.textContent = rank;
  name.textContent = nameOf(row);
  item.append(number, name, row.cells[2].querySelector(".num").cloneNode(true));
  return item;
}

function showRanking(totals) {
  const ranked = rows.map((row) => ({ row, total: totals[row.dataset.player] })).sort((a, b) => b.total - a.total);
  const places = ranked.map((one) => ({ ...one, rank: 1 + ranked.findIndex(({ total }) => total === one.total) }));
  for (const { row, total, rank } of places) {
    row.querySelector(".rank").textContent = rank;
    score(row.cells[2], total);
    row.parentElement.append(row);
  }
  showPodium(places);
  return places;
}

let isCounted = false; // deals that the page came without

async function show() {
  const steps = await stepsSince(Number(note.dataset.latest), given);
  const waiting = ofTable(uuid).length;
  const isWhole = steps.filter(({ waits }) => waits).length === waiting;
  if (steps.length && isWhole) isCounted = true;
  const places = isCounted ? showRanking(isWhole ? (steps.at(-1)?.totals ?? given) : given) : null;
  showSent(steps.length && isWhole ? places : null, waiting);
  note.hidden = !waiting;
  note.lastElementChild.textContent = note.dataset[isWhole ? "counted" : "uncounted"].replace("{count}", waiting);
  const isOld = steps.length > 0 || waiting > 0;
  const [, ...payments] = document.querySelector("[data-payments]")?.children ?? []; // after the heading
  for (const part of payments) part.hidden = isOld !== ("later" in part.dataset);
}

if (note && rows.length) {
  besideButtons.className = "result-waits small";
  besideButtons.dataset.sendWaits = "";
  document.querySelector(".result-send")?.before(besideButtons);
  document.addEventListener("queue", show);
  show();
}
