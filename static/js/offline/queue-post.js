// One deal on its way to the server, and what the answer means for it.
import { freshToken, token } from "../csrf.js";
import { change, find, forget, noteSaved, ofTable } from "./queue-store.js";

const PATIENCE = 8_000; // ms
// page: of plain scores, which have a page of their own.
export const entryUrl = ({ table, page = "new/" }) => `/t/${table}/${page}`;

// A Wi-Fi's own sign-in page answers everything with a page: only our JSON counts.
async function ask(deal) {
  const { id, number, owner, fields, scores } = deal;
  const body = new URLSearchParams(fields);
  const own = { number, owner, request_id: id, ...(scores && { scores_shown: JSON.stringify(scores) }) };
  for (const [name, value] of Object.entries(own)) body.set(name, value);
  const sent = token();
  const headers = { Accept: "application/json", "X-CSRFToken": sent };
  const patience = new AbortController();
  setTimeout(() => patience.abort(), PATIENCE);
  const options = { method: "POST", body, headers, signal: patience.signal, redirect: "manual" };
  try {
    const answer = await fetch(entryUrl(deal), options);
    const isOurs = answer.headers.get("Content-Type")?.startsWith("application/json");
    return { status: answer.status, told: isOurs ? await answer.json() : null, sent };
  } catch {
    return { status: 0, told: null };
  }
}

// The deals entered after this one follow it.
function lift(table, order, number) {
  for (const deal of ofTable(table).filter((other) => other.order > order)) {
    number = Math.max(deal.number, number + 1);
    if (number !== deal.number) change(deal.id, { number });
  }
}

export function settled({ id, table, order }, number) {
  forget(id);
  lift(table, order, number);
}

function hold(deal, kind, more = {}) {
  change(deal.id, { held: { kind, ...more } });
  return "held";
}

function afterConflict(deal, { number, next, closed, late }) {
  if (closed) return hold(deal, late ? "late" : "closed"); // late: a tournament's arbiter has it
  if (number !== null) return hold(deal, "clash", { number });
  change(deal.id, { number: next }); // nobody wrote it: the table is not that far yet
  return "again";
}

function saved(deal, told) {
  const now = find(deal.id);
  if (now && String(now.fields) !== String(deal.fields)) {
    return hold(now, "clash", { number: told.number }); // changed while it was on its way
  }
  noteSaved(deal, told.number);
  settled(now ?? deal, told.number);
  if (told.notice) document.dispatchEvent(new CustomEvent("toast", { detail: { text: told.notice, level: "warn" } }));
  document.dispatchEvent(new CustomEvent("queue:saved", { detail: { ...deal, ...told } }));
  return "saved";
}

// "saved", "held" (a person must look), "again", or why nothing can be sent: "gone" (no network),
// "busy" (a server in trouble), "login", "link".
export async function post(deal) {
  change(deal.id, { tried: true });
  const { status, told, sent } = await ask(deal);
  if (status === 200 && told?.number) return saved(deal, told);
  if (status === 409 && told) return afterConflict(deal, told);
  if (status === 422 && told) return hold(deal, "asks");
  if (status === 401) return "login";
  if (status === 410) return "link";
  if (status === 403 && (await freshToken(sent))) return "again";
  if ([403, 404, 409].includes(status)) return hold(deal, "refused");
  return status >= 500 ? "busy" : "gone";
}
