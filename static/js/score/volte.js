// The volte game as clubs/games/volte/core counts it. Amounts are whole score points, seen from the taker.
// Source: tarocco_volte.md §5 (scores), §7 (what cannot be).
import { namesIn, repeats } from "./table.js";
import { grouped } from "../numbers.js";

const PACK = 91;
const TRUMPS = 22;
const MOST_HONOURS = 3;
const BAGATTO_LAST = 10;
const CAPPOTTO = 500;
const TARGETS = { 3: 36, 2: 41, 1: 51 }; // by honours; without any the rules say it
const MULTIPLIERS = { liscio: 1, due: 2, quattro: 4, otto: 8, dodici: 12 };
const PREMIUMS = { liscio: 25, due: 50, quattro: 100, otto: 200, dodici: 300 };
const STO_BENE = { trionfi_10: 10, trionfi_13: 13, trionfi_15: 15 }; // trumps shown
const ACCUSA_VALUES = { trionfi_10: 20, trionfi_13: 30, trionfi_15: 40, miseria: 10, miseria_nera: 10 };

export const takerPoints = ({ points, defence_points: theirs }) => points ?? PACK - theirs;
// Nothing is exchanged: a hand stays as it was dealt.
const isUntouched = ({ contract }) => contract === "otto" || contract === "dodici";

// What is wrong, in the stages of tarocco_volte.md §7: each relies on those before it.

function* ranges(deal) {
  if (!(deal.honours >= 0 && deal.honours <= MOST_HONOURS)) yield ["honours_out_of_range", "honours"];
  const told = ["points", "defence_points"].filter((field) => deal[field] != null);
  for (const field of told) {
    if (!(deal[field] >= 0 && deal[field] <= PACK)) yield ["points_out_of_range", field];
  }
  if (told.length === 2 && deal.points + deal.defence_points !== PACK) yield ["points_sum", "defence_points"];
}

// A trick is worth 2 at least, and the six cards 3 to 27, to the side that they count for.
function* impossible(deal) {
  const points = takerPoints(deal);
  const isPossible =
    deal.contract === "dodici" ? points === 0 || (points >= 2 && points <= 88) : (points >= 3 && points <= 89) || points === PACK;
  if (!isPossible) yield ["points_impossible", deal.points != null ? "points" : "defence_points"];
}

function* cappottoProblems(deal) {
  const points = takerPoints(deal);
  const isDodici = deal.contract === "dodici";
  if (!deal.cappotto) {
    if ((isDodici ? [0, 87, 88] : [3, 4, PACK]).includes(points)) yield ["cappotto_missing", "cappotto"];
    return;
  }
  const isTakers = deal.cappotto === "taker";
  const [low, high] = isDodici ? (isTakers ? [64, 88] : [0, 0]) : isTakers ? [PACK, PACK] : [3, 27];
  if (points < low || points > high) yield ["cappotto_points_mismatch", "cappotto"];
}

function* lastTrickProblems({ bagatto_last: bagatto, matto_last: matto, cappotto }) {
  if (cappotto && bagatto && bagatto !== cappotto) yield ["last_trick_conflict", "bagatto_last"];
  if (matto && ((bagatto && bagatto !== matto) || (cappotto && cappotto !== matto))) {
    yield ["last_trick_conflict", "matto_last"];
  }
}

// Who captures the Matto does not hold it: of 3 honours, or of 0 in a hand left untouched.
function* honourProblems(deal) {
  const hasAll = deal.matto_last === "taker" && deal.honours === MOST_HONOURS;
  const hasNone = deal.matto_last === "defence" && deal.honours === 0;
  if (hasAll || (hasNone && isUntouched(deal))) yield ["honours_conflict", "matto_last"];
}

function* accusaProblems(deal, players, active) {
  const accuse = deal.accuse ?? [];
  yield* namesIn(accuse.map(({ player }, index) => [`accuse[${index}].player`, player]), players, active);
  const kinds = accuse.map(({ player, kind }) => `${player} ${STO_BENE[kind] ? "sto_bene" : kind}`);
  for (const index of repeats(kinds)) yield ["accusa_duplicate", `accuse[${index}]`];
  yield* conflicts(deal, accuse);
  const shown = accuse.reduce((sum, { kind }) => sum + (STO_BENE[kind] ?? 0), 0);
  if (shown > TRUMPS) yield ["accuse_trumps_exceed", "accuse"];
  if (accuse.filter(({ kind }) => kind === "miseria").length >= active.length) yield ["accuse_trumps_missing", "accuse"];
}

// Trumps shown contradict a miseria, honours in an untouched hand both kinds; at fault is the miseria,
// and with it a sto bene that was told after it.
function* conflicts(deal, accuse) {
  const showedTrumps = accuse.filter(({ kind }) => STO_BENE[kind]).map(({ player }) => player);
  const hasHonours = (player) => player === deal.taker && deal.honours > 0 && isUntouched(deal);
  const withoutTrumps = new Set();
  for (const [index, { player, kind }] of accuse.entries()) {
    const isMiseria = kind === "miseria";
    if (STO_BENE[kind] ? withoutTrumps.has(player) : hasHonours(player) || (isMiseria && showedTrumps.includes(player))) {
      yield ["accusa_conflict", `accuse[${index}]`];
    }
    if (isMiseria) withoutTrumps.add(player);
  }
}

export function* problems({ players, active, deal }) {
  const stages = [
    () => [...namesIn([["taker", deal.taker]], players, active), ...ranges(deal)],
    () => [...impossible(deal)],
    () => [...cappottoProblems(deal), ...lastTrickProblems(deal), ...honourProblems(deal), ...accusaProblems(deal, players, active)],
  ];
  for (const stage of stages) {
    const found = stage();
    if (found.length) return yield* found;
  }
}

// What a deal brings; the numbers are the steps of tarocco_volte.md §5

// 1. Bonuses of the last trick, `bt` or `bd`.
const lastTrick = (side, deal, rules) =>
  (deal.bagatto_last === side ? BAGATTO_LAST : 0) + (deal.matto_last === side ? rules.matto_last_bonus : 0);

function earned(side, deal, rules) {
  return side === "defence" && rules.bonus_scope === "taker" ? 0 : lastTrick(side, deal, rules);
}

// 4. The points that are multiplied, those of the winner; below 0 by bonuses only.
function baseOf(deal, rules, sign, distance) {
  const bonus = earned("taker", deal, rules);
  const bonuses = (rules.bonus_in_target ? 0 : bonus) - earned("defence", deal, rules);
  if (rules.counted_points === "difference") return distance + sign * bonuses;
  if (sign < 0) return PACK - takerPoints(deal) - bonuses;
  return takerPoints(deal) + (rules.bonus_in_target ? bonus : 0) + bonuses;
}

// 3. to 5., with the sum as it is said.
function contractOf(deal, rules, sign, distance) {
  if (!sign) return { term: "", amount: 0 };
  const base = baseOf(deal, rules, sign, distance);
  const [premium, multiplier] = [PREMIUMS[deal.contract], MULTIPLIERS[deal.contract]];
  const isBefore = rules.premium_timing === "before";
  const amount = sign * (isBefore ? (base + premium) * multiplier : base * multiplier + premium);
  const isProduct = multiplier !== 1 && isBefore;
  const sum = `${grouped(base)}${multiplier === 1 || isBefore ? "" : ` × ${multiplier}`} + ${premium}`;
  const term = isProduct ? `(${sum}) × ${multiplier}` : sum;
  if (sign > 0) return { term, amount };
  return { term: isProduct ? `−${term}` : `−(${term})`, amount };
}

// 6. Neither multiplied nor turned by the outcome.
function cappottoAmount({ cappotto }, rules) {
  if (cappotto === "defence") return rules.cappotto_defence ? -CAPPOTTO : 0;
  return cappotto === "taker" ? CAPPOTTO : 0;
}

// 7.
const isIndividual = (kind, rules) => (STO_BENE[kind] ? rules.sto_bene_mode : rules.miseria_mode) === "individual";

export function score({ players, active, rules, deal }) {
  const target = TARGETS[deal.honours] ?? rules.target_without_honours;
  const endPoints = takerPoints(deal) + (rules.bonus_in_target ? earned("taker", deal, rules) : 0);
  const sign = Math.sign(endPoints - target);
  const accuse = deal.accuse ?? [];
  const { term, amount } = contractOf(deal, rules, sign, Math.abs(endPoints - target));
  const ofSides = accuse.filter(({ kind }) => !isIndividual(kind, rules));
  const counted = ofSides.filter(({ player }) => sign && (player === deal.taker) === sign > 0);
  const extras = [
    ["cappotto", cappottoAmount(deal, rules)],
    ...counted.map(({ kind }) => ["accusa", sign * ACCUSA_VALUES[kind]]),
  ];
  const stake = extras.reduce((sum, [, extra]) => sum + extra, amount);
  const scores = new Map(players.map((name) => [name, active.includes(name) ? -stake : 0]));
  scores.set(deal.taker, stake * (active.length - 1));
  const paid = accuse
    .filter(({ kind }) => isIndividual(kind, rules))
    .map(({ player, kind }) => ["accusa", player, ACCUSA_VALUES[kind]]);
  for (const [, player, value] of paid) {
    for (const name of active) {
      scores.set(name, scores.get(name) + (name === player ? value * (active.length - 1) : -value));
    }
  }
  const idle = ofSides.filter((one) => !counted.includes(one)).map(({ player }) => ["accusa", player]);
  const warnings = [
    ...(idle.length ? ["accusa_not_counted"] : []),
    ...(rules.bonus_scope === "taker" && lastTrick("defence", deal, rules) ? ["bonus_ignored"] : []),
  ];
  const code = ["lost", "drawn", "won"][sign + 1];
  const values = { target, made: endPoints, margin: Math.abs(endPoints - target) };
  const outcome = { code, tone: ["loss", "draw", "gain"][sign + 1], values };
  return { scores, stake, attack: [deal.taker], outcome, sum: { term, amount, extras, rounded: null, paid, idle }, warnings };
}
