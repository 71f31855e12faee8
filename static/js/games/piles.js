// What both piles hold while cards are ticked, and which card passed for the Matto: as the server's page says it
// (_deal_piles_bolognese.html, _deal_passed_bolognese.html), in its words.
import { allChosen, chosen } from "../score/fields.js";
import { cardsToGive, countPiles, doubles } from "../score/bolognese.js";
import { filled } from "../score/sums.js";

const isByCards = (form) => chosen(form, "entry") === "cards";
const cardsIn = (form) => ({ pair: chosen(form, "pile_pair") || "ns", cards: allChosen(form, "cards") });
const copyOf = (form, name) => form.querySelector(`template[data-${name}]`).content.cloneNode(true);

// A card passes only between odd piles, whosever they are.
export function pileIn(form) {
  const pile = cardsIn(form);
  const passed = form.elements.passed_card.value;
  return { pile, ...(passed && cardsToGive(pile).cards.length && { passed_card: passed }) };
}

// "Grande of 5: 20, Moors of 3: 10, Aces of 3: 10; doubled"
function combinations(some, words) {
  const told = some.map(([code, points, cards]) => filled(words.combination, { name: words.names[code], cards, points }));
  const text = told.join(", ");
  return doubles(some) ? filled(words.doubled, { combinations: text }) : text;
}

// By pair, as words and points stand in a pile of the page; null for piles that cannot be.
export function pileTexts(deal, rules, words) {
  const counted = countPiles(deal, rules);
  const tell = ([pair, { cards, sequences, cricche, scartini, made }]) => {
    const items = made.map((some) => combinations(some, words)).filter(Boolean);
    return [pair, { cards: filled(words.cards[Math.min(cards, 2)], { count: cards }), points: [sequences, cricche, scartini], items }];
  };
  return counted && Object.fromEntries(Object.entries(counted).map(tell));
}

function pileOf(form, name, { cards, points, items }) {
  const pile = copyOf(form, "pile");
  pile.querySelector("h2").prepend(`${name} `);
  pile.querySelector("h2 span").textContent = cards;
  for (const [index, place] of [...pile.querySelectorAll("dd")].entries()) place.textContent = points[index];
  const lines = items.map((textContent) => Object.assign(document.createElement("p"), { className: "xs muted", textContent }));
  pile.querySelector("section").append(...lines);
  return pile;
}

// "King of danari": in the picture it stands among those of its suit.
function cardName(form, card, { suits }) {
  const name = form.querySelector(`[name=cards][value="${card}"] + .n`).textContent;
  return /^[DCSB](.|10)$/.test(card) ? filled(suits[card[0]], { card: name }) : name;
}

// The list stays as it is while the same cards may be given.
function showPassed(form, words) {
  const place = form.querySelector("#passed");
  const { value } = form.elements.passed_card;
  const given = isByCards(form) ? cardsToGive(cardsIn(form)).cards : [];
  const deck = [...form.querySelectorAll("[name=cards]")].map((input) => input.value);
  const cards = deck.filter((card) => given.includes(card));
  const told = [...place.querySelectorAll("option")].map((option) => option.value).filter(Boolean);
  if (String(cards) === String(told)) return;
  if (!cards.length) {
    const kept = Object.assign(document.createElement("input"), { type: "hidden", name: "passed_card", value });
    kept.dataset.told = "";
    return place.replaceChildren(kept);
  }
  place.replaceChildren(copyOf(form, "passed"));
  const isTold = (card) => card === value;
  const options = cards.map((card) => new Option(cardName(form, card, words), card, isTold(card), isTold(card)));
  return place.querySelector("select").append(...options);
}

// Which card is taken where nobody said, once the piles are counted with it.
function showAssumed(form, isCounted) {
  const line = form.querySelector("#passed [data-assumed]");
  if (!line) return;
  const { assumed } = cardsToGive(cardsIn(form));
  const name = form.querySelector(`#passed option[value="${assumed}"]`)?.textContent;
  const words = copyOf(form, "passed").querySelector("[data-assumed]").textContent;
  line.textContent = filled(words, { card: name });
  line.hidden = !isCounted || !name || Boolean(form.elements.passed_card.value);
}

export function show(form, { rules, pairs, piles: words }) {
  showPassed(form, words);
  const isTold = isByCards(form) && chosen(form, "pile_pair") && [...allChosen(form, "cards"), ...allChosen(form, "no_cards")].length;
  const texts = isTold && pileTexts(pileIn(form), rules, words);
  const piles = texts ? Object.entries(texts).map(([pair, told]) => pileOf(form, pairs[pair], told)) : [];
  form.querySelector("#piles").replaceChildren(...piles);
  showAssumed(form, piles.length > 0);
}
