// What a deal pays, in one line of figures, as told_sum and told_payments in clubs/forms/deals/parts.py say it:
// "(25 + 11) × 2 = 72, + 20 Petit = 92 · misère Nadia: 10 from each". labels are words by the code of a part.
import { grouped } from "../numbers.js";

export const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

function stakeText({ term, amount, extras, rounded }, labels) {
  const added = extras.filter(([, extra]) => extra);
  const total = added.reduce((sum, [, extra]) => sum + extra, amount);
  const parts = added.map(([code, extra]) => `${extra < 0 ? "−" : "+"} ${grouped(Math.abs(extra))} ${labels[code]}`);
  if (term) parts.unshift(`${term} = ${grouped(amount)}`);
  const text = parts.join(", ") + (added.length ? ` = ${grouped(total)}` : "");
  return rounded === null ? text : `${text} → ${grouped(rounded)}`;
}

// Where the match of Tarocco bolognese stands with the deal; pairs are names by ns and ew.
export function matchText({ status, winner, totals }, { matches }, pairs) {
  return filled(matches[status], { winner: pairs[winner], ns: grouped(totals.ns), ew: grouped(totals.ew) });
}

export function sumText(sum, { labels, from_each: from, to_each: to, uncounted }, names) {
  const paid = sum.paid.map(([code, player, amount]) =>
    filled(amount < 0 ? to : from, { what: labels[code], player: names[player], amount: grouped(Math.abs(amount)) }),
  );
  const idle = (sum.idle ?? []).map(([code, player]) => filled(uncounted, { what: labels[code], player: names[player] }));
  return [stakeText(sum, labels), ...paid, ...idle].filter(Boolean).join(" · ");
}
