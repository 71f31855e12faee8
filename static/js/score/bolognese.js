// Tarocco bolognese as clubs/games/bolognese/core counts it. Cards are codes; ns are the first and third seat.
// Source: bolognese.md §3, §4, §5, §6 (counting), §9 (match), §11 (what cannot be).
import { ACES, COUNTERS, FIVE_CARDS, HEADS, LONGEST, MOORS, NUMBERS, PACK, PIPS, RANKS, SUITS, VALUES } from "./bolognese-cards.js";
import { PAIRS, bothPairs, isDecided, matchAfter, matchAt, pairOf } from "./bolognese-match.js";
import { repeats } from "./table.js";

const LAST_TRICK = 6;
const ACCUSO_CARDS = 15; // at most
const other = (pair) => (pair === "ns" ? "ew" : "ns");
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const isTold = (value) => value != null && typeof value === "object";

// What cards make (bolognese.md §3, §4); a pile and the cards of an accuso are counted alike

const held = (cards, wanted) => wanted.filter((card) => cards.has(card)).length;
const sequencePoints = (length) => 5 * (length - 1);
export const doubles = (some) => some.length >= 3;
const add = (points, isDoubled = true) => sum(points) * (isDoubled && doubles(points) ? 2 : 1);

function grandeLength(cards, counters, rules) {
  const heads = held(cards, HEADS);
  const engaged = heads === 1 ? 1 : 0; // a counter as the third card
  if (!cards.has("ANG") || !heads || counters < engaged) return 0;
  let free = counters - engaged;
  let length = 1 + heads + counters;
  let isFilled = false; // a counter stands for the number above
  for (const number of NUMBERS) {
    if (cards.has(number)) {
      length += 1;
      isFilled = false;
    } else if (free && (rules.adjacent_counters || !isFilled)) {
      free -= 1;
      isFilled = true;
    } else return length;
  }
  return length + held(cards, MOORS);
}

// The ace never helps to three.
function suitLength(cards, suit, counters) {
  const figures = held(cards, [`${suit}Q`, `${suit}C`, `${suit}F`]);
  if (!cards.has(`${suit}K`) || !figures || 1 + figures + counters < 3) return 0;
  return 1 + figures + (cards.has(`${suit}A`) ? 1 : 0) + counters;
}

function alikeLength(cards, family, counters) {
  const natural = held(cards, family);
  return natural < 2 || natural + counters < 3 ? 0 : natural + counters;
}

// Each sequence and each cricca: name, points before doubling, cards.
function combinationsOf(cards, rules) {
  const counters = held(cards, COUNTERS);
  const lengths = {
    grande: grandeLength(cards, counters, rules),
    ...Object.fromEntries(Object.entries(SUITS).map(([name, suit]) => [name, suitLength(cards, suit, counters)])),
    mori: alikeLength(cards, MOORS, counters),
    assi: alikeLength(cards, ACES, counters),
  };
  const sequences = Object.entries(lengths).filter(([, length]) => length);
  const cricche = Object.entries(RANKS).map(([name, rank]) => {
    const length = held(cards, rank.cards);
    return [name, rank.points[length], length];
  });
  return {
    sequences: sequences.map(([name, length]) => [name, sequencePoints(length), length]),
    cricche: cricche.filter(([, points]) => points),
  };
}

// Exact for an even number of cards only.
const cardCount = (cards) => sum([...cards].map((card) => VALUES[card])) - Math.floor(cards.size / 2);
const PACK_COUNT = cardCount(new Set(PACK));

// Totals that can be (bolognese.md §11): outer bounds, which never refuse what can occur

const range = (low, high, step) => Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, n) => low + n * step);
const ALL_SEQUENCES = sum(Object.values(LONGEST).map(sequencePoints));
const ALL_CRICCHE = sum(Object.values(RANKS).map(({ points }) => points[4]));
const isCount = (count) => count === 0 || count === PACK_COUNT || (count >= 2 && count <= PACK_COUNT - 2);

function sequenceTotals(isDoubled) {
  if (!isDoubled) return new Set([0, ...range(10, ALL_SEQUENCES, 5)]);
  const two = sequencePoints(LONGEST.grande) + sequencePoints(LONGEST.mori);
  return new Set([0, ...range(10, two, 5), ...range(60, 2 * ALL_SEQUENCES, 10)]);
}

// Each total with the ranks that may make it, as lists of names.
function criccaTotals(isDoubled) {
  let choices = [[]];
  for (const [name, { points }] of Object.entries(RANKS)) {
    choices = choices.flatMap((choice) => [choice, [...choice, [name, points[3]]], [...choice, [name, points[4]]]]);
  }
  const totals = new Map();
  for (const choice of choices) {
    const total = add(choice.map(([, points]) => points), isDoubled);
    totals.set(total, [...(totals.get(total) ?? []), choice.map(([name]) => name)]);
  }
  return totals;
}

function isAccusoTotal(points, isDoubled) {
  const sequences = sequenceTotals(isDoubled);
  return points > 0 && [...criccaTotals(isDoubled).keys()].some((cricche) => sequences.has(points - cricche));
}

// Piles: passing and cappotto (bolognese.md §4, §5)

const isTrickless = (pile) => pile.size <= 2 || (pile.size === 3 && pile.has("MAT"));

function pilesOf({ pair, cards }) {
  const own = new Set(cards);
  const piles = { [pair]: own, [other(pair)]: new Set(PACK.filter((card) => !own.has(card))) };
  const trickless = PAIRS.find((name) => isTrickless(piles[name])) ?? null;
  const owner = PAIRS.find((name) => piles[name].has("MAT"));
  const passes = piles.ns.size % 2 === 1 && !trickless;
  return { piles, trickless, owner, passes, assumed: PIPS.find((card) => piles[owner].has(card)) ?? null };
}

// The cards of which one passes for the Matto, and the one that is taken where nobody says.
export function cardsToGive(pile) {
  const { piles, owner, passes, assumed } = pilesOf(pile);
  return { cards: passes ? [...piles[owner]].filter((card) => card !== "MAT") : [], assumed };
}

function settled({ piles, trickless, owner, passes, assumed }, told) {
  if (trickless) return { [trickless]: new Set(), [other(trickless)]: new Set(PACK) };
  if (!passes) return piles;
  const card = told ?? assumed;
  const after = { [owner]: new Set(piles[owner]), [other(owner)]: new Set(piles[other(owner)]) };
  after[owner].delete(card);
  after[other(owner)].add(card);
  return after;
}

function* cardProblems(path, cards, seen) {
  for (const [index, card] of cards.entries()) {
    if (!(card in VALUES)) yield ["card_unknown", `${path}[${index}]`];
    else if (seen.has(card)) yield ["card_duplicate", `${path}[${index}]`];
    seen.add(card);
  }
}

const isSound = (pile) => [...cardProblems("", pile.cards, new Set())].length === 0;

function* pileProblems({ pile, passed_card: passed = null }) {
  if (!pile) return;
  yield* cardProblems("pile.cards", pile.cards, new Set());
  if (passed !== null && !(passed in VALUES)) yield ["card_unknown", "passed_card"];
  if (!isSound(pile)) return;
  const both = pilesOf(pile);
  const nobodys = both.trickless && both.piles[both.trickless];
  const hasFive = nobodys && FIVE_CARDS.some((card) => card !== "MAT" && nobodys.has(card));
  if (nobodys && (hasFive || (nobodys.size === 1 && !nobodys.has("MAT")))) yield ["pile_impossible", "pile.cards"];
  if (!both.passes) {
    if (passed !== null) yield ["passed_card_unexpected", "passed_card"];
  } else if (passed === null) {
    if (!both.assumed) yield ["passed_card_required", "passed_card"];
  } else if (passed in VALUES && (passed === "MAT" || !both.piles[both.owner].has(passed))) {
    yield ["passed_card_invalid", "passed_card"];
  }
}

// As counted at the table: totals, or a tally of the cards of each combination

function counts(quick) {
  return bothPairs((pair) => quick[pair].scartini ?? PACK_COUNT - (quick[other(pair)].scartini ?? 0));
}

const tricklessByCount = (quick) => PAIRS.find((pair) => counts(quick)[pair] === 0) ?? null;
const tallied = (tally) => Object.entries(tally).filter(([, length]) => length);

function* sequenceProblems(path, sequences) {
  if (!isTold(sequences)) {
    if (!sequenceTotals(true).has(sequences)) yield ["sequences_impossible", path];
    return;
  }
  for (const [name, length] of tallied(sequences)) {
    if (!(length >= 3 && length <= LONGEST[name])) yield ["sequences_impossible", `${path}.${name}`];
  }
}

function* criccaProblems(path, cricche) {
  if (!isTold(cricche)) {
    if (!criccaTotals(true).has(cricche)) yield ["cricche_impossible", path];
    return;
  }
  for (const [name, length] of tallied(cricche)) {
    if (length !== 3 && length !== 4) yield ["cricche_impossible", `${path}.${name}`];
  }
}

const hasNone = (problems) => problems.next().done;

function sequenceTotal(sequences) {
  return isTold(sequences) ? add(tallied(sequences).map(([, length]) => sequencePoints(length))) : sequences;
}

function criccaTotal(cricche) {
  return isTold(cricche) ? add(tallied(cricche).map(([name, length]) => RANKS[name].points[length])) : cricche;
}

function* quickProblems(quick) {
  if (!quick) return;
  for (const pair of PAIRS) {
    yield* sequenceProblems(`quick.${pair}.sequences`, quick[pair].sequences);
    yield* criccaProblems(`quick.${pair}.cricche`, quick[pair].cricche);
    const { scartini } = quick[pair];
    if (scartini != null && !isCount(scartini)) yield ["scartini_impossible", `quick.${pair}.scartini`];
  }
  const { ns, ew } = quick;
  if (ns.scartini != null && ew.scartini != null && ns.scartini + ew.scartini !== PACK_COUNT) yield ["scartini_sum", "quick"];
  if (hasWrongCappotto(quick)) yield ["cappotto_totals", "quick"];
  const [own, theirs] = [possibleRanks(ns.cricche), possibleRanks(ew.cricche)];
  const areApart = own.some((ranks) => theirs.some((others) => !ranks.some((name) => others.includes(name))));
  if (own.length && theirs.length && !areApart) yield ["cricche_conflict", "quick"];
  if (haveOneSequence(ns.sequences, ew.sequences)) yield ["sequences_conflict", "quick"];
}

// Who counts nothing has no combinations, and the other pair has them all.
function hasWrongCappotto(quick) {
  const without = tricklessByCount(quick);
  if (!without) return false;
  const has = (pair, sequences, cricche) =>
    hasNone(sequenceProblems("", quick[pair].sequences)) &&
    hasNone(criccaProblems("", quick[pair].cricche)) &&
    sequenceTotal(quick[pair].sequences) === sequences &&
    criccaTotal(quick[pair].cricche) === cricche;
  return !has(without, 0, 0) || !has(other(without), 2 * ALL_SEQUENCES, 2 * ALL_CRICCHE);
}

// Which ranks may stand behind what was told; a rank is a cricca for one pair only.
function possibleRanks(cricche) {
  if (!isTold(cricche)) return criccaTotals(true).get(cricche) ?? [];
  return hasNone(criccaProblems("", cricche)) ? [tallied(cricche).map(([name]) => name)] : [];
}

// Two tallies with one suit, or the Grande; or with more Moors or aces than there are.
function haveOneSequence(ns, ew) {
  if (!isTold(ns) || !isTold(ew)) return false;
  const theirs = Object.fromEntries(tallied(ew));
  return tallied(ns).some(([name, length]) => {
    if (!theirs[name]) return false;
    return !["mori", "assi"].includes(name) || length + theirs[name] > LONGEST[name];
  });
}

// Accusi and the call-out (bolognese.md §6, §9)

function* accusoProblems({ accusi = [] }, players, rules) {
  for (const [index, { player }] of accusi.entries()) {
    if (!players.includes(player)) yield ["player_unknown", `accusi[${index}].player`];
  }
  for (const index of repeats(accusi.map(({ player }) => player))) yield ["accuso_player_twice", `accusi[${index}].player`];
  const seen = new Set();
  for (const [index, accuso] of accusi.entries()) {
    const path = `accusi[${index}]`;
    if (accuso.cards != null) {
      yield* cardProblems(`${path}.cards`, accuso.cards, seen);
      yield* shownProblems(path, accuso);
    } else if (!isAccusoTotal(accuso.points, rules.accuso_doubling)) {
      yield ["accuso_points_impossible", `${path}.points`];
    }
  }
}

function* shownProblems(path, { cards, only }) {
  if (cards.length > ACCUSO_CARDS) yield ["accuso_too_long", `${path}.cards`];
  if (cards.some((card) => !(card in VALUES))) return; // nobody knows what unknown cards make
  // Two counters in one run need a Grande anyway: which rule holds for them makes none of it.
  const { sequences, cricche } = combinationsOf(new Set(cards), { adjacent_counters: false });
  const names = [...sequences, ...cricche].map(([name]) => name);
  if (!names.length) yield ["accuso_empty", `${path}.cards`];
  for (const [index, name] of (only ?? []).entries()) {
    if (!names.includes(name)) yield ["accuso_not_there", `${path}.only[${index}]`];
  }
}

function accusoPoints(accuso, rules) {
  if (accuso.void) return 0;
  if (accuso.cards == null) return accuso.points ?? 0;
  const { sequences, cricche } = combinationsOf(new Set(accuso.cards), rules);
  const counts = ([name]) => !accuso.only?.length || accuso.only.includes(name);
  return sum([sequences, cricche].map((some) => add(some.filter(counts).map(([, points]) => points), rules.accuso_doubling)));
}

function* callOutProblems(deal, players, rules) {
  const { called_out: called, dealer, totals_before: before, accusi = [] } = deal;
  if (!called || dealer == null || !before) return;
  const isOffered = rules.end === "target" && rules.call_out !== "off";
  if (!isOffered) yield ["call_out_not_in_rules", "called_out"];
  if (!players.includes(called.player)) return yield ["player_unknown", "called_out.player"];
  const first = players.indexOf(dealer) + 1;
  const order = [...players.slice(first), ...players.slice(0, first)];
  const place = order.indexOf(called.player);
  const declarers = accusi.map(({ player }) => player);
  if (order.slice(place + 1).some((name) => declarers.includes(name))) yield ["call_out_turn", "called_out.player"];
  if (called.first15 && (called.player !== dealer || declarers.some((name) => name !== called.player))) {
    yield ["call_out_turn", "called_out.first15"];
  }
  if (!isOffered) return;
  // In turn order only the partner of first hand may add; in the pair whoever's partner has spoken.
  const mayAdd = place === 2 || (place === 3 && rules.call_out === "pair");
  const counted = mayAdd ? [called.player, order[place - 2]] : [called.player];
  const points = Object.fromEntries(accusi.map((accuso) => [accuso.player, accusoPoints(accuso, rules)]));
  const reached = before[pairOf(players, called.player)] + sum(counted.map((name) => points[name] ?? 0));
  if (!points[called.player] || reached < rules.target) yield ["call_out_short", "called_out"];
}

function* lastTrickProblems({ quick, pile, last_trick: last }) {
  let without = null;
  if (quick) without = tricklessByCount(quick);
  else if (pile && isSound(pile)) without = pilesOf(pile).trickless;
  if (without && last === without) yield ["last_trick_cappotto", "last_trick"];
}

export function* problems({ players, rules, deal }) {
  const stages = [
    function* () {
      if (deal.dealer != null && !players.includes(deal.dealer)) yield ["player_unknown", "dealer"];
      if (deal.totals_before && isDecided(matchAt(rules, deal.totals_before, deal.deals_before ?? 0))) {
        yield ["match_over", "totals_before"];
      }
    },
    () => accusoProblems(deal, players, rules),
    function* () {
      yield* callOutProblems(deal, players, rules);
      yield* pileProblems(deal);
      yield* quickProblems(deal.quick);
      yield* lastTrickProblems(deal);
    },
  ];
  for (const stage of stages) {
    const found = [...stage()];
    if (found.length) return yield* found;
  }
}

// What a deal brings

function countedDeal({ quick, pile, passed_card: passed }, rules) {
  if (quick) {
    const scartini = counts(quick);
    return bothPairs((pair) => ({
      sequences: sequenceTotal(quick[pair].sequences),
      cricche: criccaTotal(quick[pair].cricche),
      scartini: scartini[pair],
    }));
  }
  return pile ? countPile({ pile, passed_card: passed }, rules) : null;
}

function countPile({ pile, passed_card: passed = null }, rules) {
  const cards = settled(pilesOf(pile), passed);
  return bothPairs((pair) => {
    const { sequences, cricche } = combinationsOf(cards[pair], rules);
    const points = (some) => add(some.map(([, amount]) => amount));
    const counted = { sequences: points(sequences), cricche: points(cricche), scartini: cardCount(cards[pair]) };
    return { ...counted, cards: cards[pair].size, made: [sequences, cricche] };
  });
}

// By pair what its pile counts, and what makes it; null for piles that cannot be.
export const countPiles = (deal, rules) => (hasNone(pileProblems(deal)) ? countPile(deal, rules) : null);

function pairParts(pair, counted, deal, declared) {
  if (!counted) return { accusi: declared };
  const { sequences, cricche, scartini } = counted[pair];
  if (deal.penalties?.[pair]) return { scartini };
  return { sequences, cricche, scartini, last_trick: deal.last_trick === pair ? LAST_TRICK : 0, accusi: declared };
}

export function score({ players, rules, deal }) {
  const counted = countedDeal(deal, rules);
  const accusi = deal.accusi ?? [];
  const declared = (pair) =>
    sum(accusi.filter(({ player }) => pairOf(players, player) === pair).map((accuso) => accusoPoints(accuso, rules)));
  const parts = bothPairs((pair) => pairParts(pair, counted, deal, declared(pair)));
  const totals = bothPairs((pair) => sum(Object.values(parts[pair])));
  const difference = totals.ns - totals.ew;
  const scores = new Map(players.map((name, seat) => [name, seat % 2 ? -difference : difference]));
  const { passes } = deal.pile ? pilesOf(deal.pile) : { passes: false };
  const warnings = [
    ...(accusi.some((accuso) => accuso.cards == null) ? ["accuso_unchecked"] : []),
    ...(passes && deal.passed_card == null ? ["passed_card_assumed"] : []),
  ];
  const better = ["ew", "", "ns"][Math.sign(difference) + 1];
  const outcome = { code: better ? "better" : "equal", tone: "draw", values: { better, points: Math.abs(difference) } };
  const adds = { totals, ends: deal.called_out ? pairOf(players, deal.called_out.player) : "" }; // to the match, which ends for a pair
  return { scores, parts, totals, outcome, adds, match: matchAfter(deal, players, rules, totals), warnings };
}
