// French tarot as clubs/games/french/core counts it. Points are counted in halves, the pool in sixths, so
// that every number is whole. Source: scoring.md §5 (scores), §7 (what cannot be).
import { grouped } from "../numbers.js";
import { namesIn, repeats } from "./table.js";

const THRESHOLDS = [56, 51, 41, 36]; // card points that the attack needs, by oudlers
const PACK_X2 = 182;
const OUDLER_X2 = 8; // the least that an oudler brings
const TRUMPS = 22;
const SIXTHS = 6;
export const SIZES = ["simple", "double", "triple"]; // of a poignée

const halvesAllowed = (active) => active === 3 || active === 5;
const weightsOf = (rules, active) => rules.call_weights[active] ?? [];
const valuesOf = (rules) => (rules.scale === "multiplier" ? rules.multipliers : rules.fixed_values);

// Halves away from zero.
function roundRatio(numerator, denominator, unit) {
  const step = denominator * unit;
  const size = Math.floor((2 * Math.abs(numerator) + step) / (2 * step)) * unit;
  return numerator < 0 ? -size : size;
}

const pointsText = (points) => grouped(points).replace(".5", "½"); // as half_number in clubs/numbers.py

// What is wrong

function* countProblems({ contract, oudlers, points, chelem = null, ...deal }, active) {
  const isOudlers = oudlers >= 0 && oudlers <= 3;
  const isInRange = points >= 0 && points <= 91;
  if (!isOudlers) yield ["oudlers_out_of_range", "oudlers"];
  if (!isInRange) yield ["points_out_of_range", "points"];
  if ((points * 2) % 1) yield ["points_not_half_step", "points"];
  else if (points % 1 && !halvesAllowed(active)) yield ["points_half_not_allowed", "points"];
  if (!isOudlers || !isInRange) return;
  const [low, high] = boundsX2(contract, oudlers, active);
  if (points * 2 < low || points * 2 > high) {
    const isContre = contract === "garde_contre";
    yield ["points_impossible", "points", { oudlers, isContre, low: pointsText(low / 2), high: pointsText(high / 2) }];
  }
  if (points * 2 >= low && points * 2 <= high && chelem && !isChelemConflict({ ...deal, chelem }) && !chelemFits(chelem, contract, oudlers, points * 2, active)) {
    yield ["chelem_points_mismatch", "chelem"];
  }
}

function boundsX2(contract, oudlers, active) {
  const dog = active === 5 ? 3 : 6; // the least a dog is worth
  const low = OUDLER_X2 * oudlers;
  const high = PACK_X2 - OUDLER_X2 * (3 - oudlers);
  return contract === "garde_contre" ? [low, high - dog] : [low + dog, high];
}

// Announced by one side and made by the other, or announced by both.
function isChelemConflict({ chelem, chelem_announced: byTaker, chelem_defence_announced: byDefence }) {
  return byDefence ? Boolean(byTaker) || chelem === "attack" : Boolean(byTaker) && chelem === "defence";
}

function chelemFits(camp, contract, oudlers, pointsX2, active) {
  const halves = halvesAllowed(active);
  if (camp === "attack") {
    if (contract === "garde_contre") return pointsX2 >= ({ 3: 119, 5: 146 }[active] ?? 120);
    return isFullCount(oudlers, pointsX2, halves);
  }
  if (contract === "garde_sans") return pointsX2 <= ({ 3: 63, 5: 36 }[active] ?? 62);
  if (contract === "garde_contre") return oudlers <= 1 && pointsX2 <= (halves ? 9 : 8);
  return oudlers <= 1 && pointsX2 <= ({ 3: 47, 5: 30 }[active] ?? 46);
}

// 91 with 3 oudlers; 87 with 2, the Excuse staying with the defence (86.5 where halves are).
function isFullCount(oudlers, pointsX2, halves) {
  if (oudlers === 3) return pointsX2 === 182;
  return oudlers === 2 && (pointsX2 === 174 || (halves && pointsX2 === 173));
}

function* oudlerProblems({ which_oudlers: which = [], oudlers }) {
  for (const index of repeats(which)) yield ["card_twice", `which_oudlers[${index}]`];
  if (which.length && which.length !== oudlers) yield ["oudlers_differ", "which_oudlers"];
}

function* chelemProblems(deal, rules) {
  if (isChelemConflict(deal)) yield ["chelem_conflict", "chelem"];
  if (deal.chelem_defence_announced && !rules.defence_chelem.enabled) {
    yield ["chelem_defence_not_in_rules", "chelem_defence_announced"];
  }
  const told = ["petit_chelem", "petit_chelem_announced"].filter((field) => deal[field]);
  for (const field of told) if (!rules.petit_chelem.enabled) yield ["petit_chelem_not_in_rules", field];
  const isGreat = deal.chelem || deal.chelem_announced || deal.chelem_defence_announced;
  if (told.length && isGreat) yield ["petit_chelem_conflict", told[0]];
}

function* petitProblems(deal, rules) {
  const camp = deal.petit_au_bout;
  if (!camp) return;
  const which = deal.which_oudlers ?? [];
  const isOther = which.length > 0 && (camp === "attack") !== which.includes("petit");
  if (isOther || (camp === "attack" && deal.oudlers === 0) || (camp === "defence" && deal.oudlers === 3)) {
    yield ["petit_oudlers_conflict", "petit_au_bout"];
  }
  if (deal.chelem && deal.chelem !== camp) yield ["petit_camp_conflict", "petit_au_bout"];
  if (rules.petit_au_bout.mode === "personal" && !deal.petit_player) yield ["petit_player_missing", "petit_player"];
}

function* poigneeProblems({ poignees = [] }, rules, active) {
  for (const index of repeats(poignees.map(({ player }) => player))) {
    yield ["poignee_duplicate_player", `poignees[${index}].player`];
  }
  const trumps = poignees.reduce((sum, { size }) => sum + rules.poignee_trumps[active][SIZES.indexOf(size)], 0);
  if (trumps > TRUMPS) yield ["poignee_trumps_exceed", "poignees"];
}

function* misereProblems({ miseres = [], poignees = [], petit_player: petit }, rules) {
  if (!miseres.length) return;
  if (!rules.misere.enabled) yield ["misere_not_in_rules", "miseres"];
  for (const index of repeats(miseres.map(({ player, kind }) => `${player} ${kind}`))) {
    yield ["misere_duplicate", `miseres[${index}]`];
  }
  const showed = new Set([petit, ...poignees.map(({ player }) => player)]);
  for (const [index, { player, kind }] of miseres.entries()) {
    if (kind === "trumps" && showed.has(player)) yield ["misere_conflict", `miseres[${index}]`];
  }
}

function* namedPlayers({ taker, called = [], petit_player: petit, poignees = [], miseres = [], parole = [] }) {
  yield ["taker", taker];
  for (const [index, holder] of called.entries()) if (holder !== null) yield [`called[${index}]`, holder];
  if (petit) yield ["petit_player", petit];
  for (const [index, { player }] of poignees.entries()) yield [`poignees[${index}].player`, player];
  for (const [index, { player }] of miseres.entries()) yield [`miseres[${index}].player`, player];
  for (const [index, player] of parole.entries()) yield [`parole[${index}]`, player];
}

function* cardProblems(cards, needed) {
  if (cards.length > needed) yield ["called_count", "called_cards"];
  for (const index of repeats(cards)) if (cards[index]) yield ["card_twice", `called_cards[${index}]`];
}

export function* problems({ players, active, rules, deal }) {
  yield* namesIn(namedPlayers(deal), players, active);
  for (const index of repeats(deal.parole ?? [])) yield ["duplicate_entry", `parole[${index}]`];
  if ((deal.called ?? []).length !== weightsOf(rules, active.length).length) yield ["called_count", "called"];
  yield* cardProblems(deal.called_cards ?? [], weightsOf(rules, active.length).length);
  if (valuesOf(rules)[deal.contract] == null) yield ["contract_not_in_rules", "contract"];
  yield* countProblems(deal, active.length);
  yield* oudlerProblems(deal);
  yield* chelemProblems(deal, rules);
  yield* petitProblems(deal, rules);
  yield* poigneeProblems(deal, rules, active.length);
  yield* misereProblems(deal, rules);
}

// What a deal brings; the numbers are the steps of scoring.md §5

// 1. and 2.
function outcomeOf({ points, oudlers }, rules) {
  let pointsX2 = points * 2;
  if (rules.half_points === "taker") pointsX2 += pointsX2 % 2;
  if (rules.half_points === "defence") pointsX2 -= pointsX2 % 2;
  const over = pointsX2 - 2 * THRESHOLDS[oudlers];
  const margin = Math.floor((Math.abs(over) + (rules.half_points === "drop" ? 0 : 1)) / 2);
  return { isMade: over >= 0, sign: over >= 0 ? 1 : -1, margin: roundRatio(margin, 1, rules.margin_step), exact: margin };
}

// 3.
function contractTerms({ contract }, rules, { margin }) {
  if (rules.scale === "multiplier") return [rules.base_value, margin];
  return [rules.fixed_values[contract] ?? 0, rules.fixed_margin === "ignore" ? 0 : margin];
}

const coefficientOf = ({ contract }, rules) => (rules.scale === "fixed" ? 1 : (rules.multipliers[contract] ?? 0));

// As it is said: without brackets where nothing needs them.
function contractTerm(deal, rules, outcome, amount) {
  const sum = contractTerms(deal, rules, outcome).join(" + ");
  const coefficient = coefficientOf(deal, rules);
  const minus = amount < 0 ? "−" : "";
  if (coefficient !== 1) return `${minus}(${sum}) × ${coefficient}`;
  return minus ? `${minus}(${sum})` : sum;
}

// 4.
function petitAmount({ petit_au_bout: camp }, { petit_au_bout: rule }, { isMade }, coefficient) {
  const isOfAttack = camp === "attack";
  if (!camp || ["personal", "none"].includes(rule.mode)) return 0;
  if (rule.mode === "winner_only" && isMade !== isOfAttack) return 0;
  return (isOfAttack ? 1 : -1) * rule.value * (rule.mode === "flat" ? 1 : coefficient);
}

// 5. The side that gets a bonus of a player: 1 is the attack, -1 the defence, 0 the player alone.
function bonusSign(mode, player, deal, { sign }, sixths) {
  if (mode === "personal") return 0;
  if (mode === "winner") return sign;
  return player === deal.taker || sixths.has(player) ? 1 : -1;
}

// 6.
function* slams(deal, rules) {
  const isBid = deal.chelem_defence_announced; // by the defence
  if (deal.chelem === "defence") yield ["chelem", isBid ? -rules.defence_chelem.announced : -rules.chelem.defence];
  else if (isBid) yield ["chelem", rules.defence_chelem.failed];
  else yield* announcedSlam("chelem", deal, rules);
  yield* announcedSlam("petit_chelem", deal, rules);
}

function* announcedSlam(code, deal, { [code]: amounts }) {
  const isAnnounced = Boolean(deal[`${code}_announced`]);
  if (deal[code]) yield [code, isAnnounced ? amounts.announced : amounts.unannounced];
  else if (isAnnounced) yield [code, -amounts.failed];
}

// 3. to 6.: the parts of the stake, each with its code.
function* stakeParts(deal, rules, outcome, sixths) {
  const coefficient = coefficientOf(deal, rules);
  const [base, margin] = contractTerms(deal, rules, outcome);
  yield ["contract", outcome.sign * (base + margin) * coefficient];
  yield ["petit_au_bout", petitAmount(deal, rules, outcome, coefficient)];
  for (const { player, size } of deal.poignees ?? []) {
    yield ["poignee", bonusSign(rules.poignee_mode, player, deal, outcome, sixths) * rules.poignee[size]];
  }
  const { mode, value, multiplied } = rules.misere;
  for (const { player } of deal.miseres ?? []) {
    yield ["misere", bonusSign(mode, player, deal, outcome, sixths) * value * (multiplied ? coefficient : 1)];
  }
  yield* slams(deal, rules);
}

// 8. A card in the dog or in the taker's hand makes no partner.
function partnerSixths({ called = [], taker }, rules, active) {
  const sixths = new Map();
  for (const [index, weight] of weightsOf(rules, active.length).entries()) {
    const holder = called[index];
    if (holder === null || holder === taker) continue;
    const held = sixths.get(holder) ?? 0;
    sixths.set(holder, rules.double_call_share === "sum" ? held + weight : Math.max(held, weight));
  }
  return sixths;
}

// 8. Partners are rounded and the taker has the rest, so that the sum stays 0.
function poolShares({ taker }, rules, players, active, stake, sixths) {
  const shares = new Map(players.map((name) => [name, active.includes(name) ? -stake : 0]));
  const pool = stake * (active.length - 1 - sixths.size);
  let rest = pool;
  for (const [partner, weight] of sixths) {
    const share = roundRatio(pool * weight, SIXTHS, rules.rounding);
    shares.set(partner, share);
    rest -= share;
  }
  return shares.set(taker, rest);
}

// 9. What each other active player pays to one player, and for what; never rounded.
function* payments(deal, rules, sixths) {
  const { petit_au_bout: camp, petit_player: holder } = deal;
  if (rules.petit_au_bout.mode === "personal" && camp && holder) {
    const isOfAttack = holder === deal.taker || sixths.has(holder);
    const { value } = rules.petit_au_bout;
    yield ["petit_au_bout", holder, isOfAttack === (camp === "attack") ? value : -value];
  }
  if (rules.poignee_mode === "personal") {
    for (const { player, size } of deal.poignees ?? []) yield ["poignee", player, rules.poignee[size]];
  }
  if (rules.misere.mode === "personal") for (const { player } of deal.miseres ?? []) yield ["misere", player, rules.misere.value];
}

export function score({ players, active, rules, deal }) {
  const outcome = outcomeOf(deal, rules);
  const sixths = partnerSixths(deal, rules, active);
  const [contract, ...extras] = stakeParts(deal, rules, outcome, sixths);
  const exact = extras.reduce((sum, [, amount]) => sum + amount, contract[1]);
  const stake = roundRatio(exact, 1, rules.rounding);
  const scores = poolShares(deal, rules, players, active, stake, sixths);
  const paid = [...payments(deal, rules, sixths)];
  for (const [, player, amount] of paid) {
    for (const name of active) {
      scores.set(name, scores.get(name) + (name === player ? amount * (active.length - 1) : -amount));
    }
  }
  const warnings = [...warningsOf(deal, rules, outcome, active.length)].sort();
  const code = outcome.isMade ? (outcome.margin ? "made" : "exact") : "down";
  const values = { needed: THRESHOLDS[deal.oudlers], margin: outcome.margin, made: pointsText(deal.points) };
  const told = { code, tone: outcome.isMade ? "gain" : "loss", values };
  const term = contractTerm(deal, rules, outcome, contract[1]);
  const sum = { term, amount: contract[1], extras, rounded: exact === stake ? null : stake, paid };
  return { scores, stake, attack: [deal.taker, ...sixths.keys()], outcome: told, sum, warnings };
}

function* warningsOf(deal, rules, { isMade, exact }, active) {
  const { chelem, petit_chelem: small, chelem_announced: announced } = deal;
  if (!chelem && !small && provesChelem(deal, active)) yield "chelem_not_recorded";
  if (!chelem && exact >= 30) yield "margin_unusual";
  if (announced && !isMade) yield "chelem_announced_contract_failed";
  if ((deal.miseres ?? []).some(({ player, kind }) => player === deal.taker && kind === "trumps")) yield "misere_taker";
  if (deal.petit_au_bout && rules.petit_au_bout.mode === "none") yield "petit_ignored";
}

function provesChelem({ contract, oudlers, points }, active) {
  const halves = halvesAllowed(active);
  if (contract === "garde_contre") return isFullCount(3 - oudlers, PACK_X2 - points * 2, halves);
  return isFullCount(oudlers, points * 2, halves);
}
