// The pairs of Tarocco bolognese, ns the first and third seat, and where their match stands. Source: bolognese.md §9.
export const PAIRS = ["ns", "ew"];
export const bothPairs = (valueOf) => Object.fromEntries(PAIRS.map((pair) => [pair, valueOf(pair)]));
export const pairOf = (players, name) => PAIRS[players.indexOf(name) % 2];

export const isDecided = ({ status }) => status !== "in_progress";

export function matchAt(rules, totals, deals) {
  const reached = PAIRS.filter((pair) => totals[pair] >= rules.target);
  const isOver = rules.end === "target" ? reached.length > 0 : deals >= rules.deals;
  const missing = rules.end === "deals" ? null : bothPairs((pair) => Math.max(0, rules.target - totals[pair]));
  const match = { totals, deals, status: "in_progress", winner: null, missing };
  if (!isOver) return match;
  if (totals.ns === totals.ew) return { ...match, status: rules.tie === "draw" ? "drawn" : "in_progress" };
  return { ...match, status: "won", winner: totals.ns > totals.ew ? "ns" : "ew" };
}

export function matchAfter(deal, players, rules, totals) {
  const { totals_before: before, deals_before: earlier = 0, called_out: called } = deal;
  if (!before) return null;
  const match = matchAt(rules, bothPairs((pair) => before[pair] + totals[pair]), earlier + 1);
  return called ? { ...match, status: "won", winner: pairOf(players, called.player) } : match;
}

// The match of the next deal, from that of a deal and what it brought; and the one that is over by it, or null.
export function matchOn(rules, { totals: before, deals }, { totals, ends }) {
  const match = matchAt(rules, bothPairs((pair) => before[pair] + totals[pair]), deals + 1);
  if (!ends && !isDecided(match)) return { match, over: null };
  return { match: matchAt(rules, { ns: 0, ew: 0 }, 0), over: ends ? { ...match, status: "won", winner: ends } : match };
}
