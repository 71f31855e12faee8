// Deals that the server does not have yet: one entry of localStorage each, so that two tabs never
// write over each other's. A deal leaves only when the server has it, or a person gave it up.
const DEAL = "deal:";
const LAST = "last:"; // of each table, the last deal that was saved from here
const DRAFT = "draft:"; // of each form of a table, and of each deal that is corrected, what is typed and not saved yet

// Names of who may send from this page; null where the page does not know.
export function owners() {
  const told = document.documentElement.dataset.owner;
  return told === undefined ? null : told.split(" ").filter(Boolean);
}

// A random uuid; crypto.randomUUID is not there on plain http.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or a browser that keeps nothing
  }
}

function keys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

const tell = () => document.dispatchEvent(new CustomEvent("queue"));
addEventListener("storage", ({ key }) => (key === null || key.startsWith(DEAL)) && tell());

// In the order in which they were entered.
export const everything = () =>
  keys(DEAL).map(read).filter(Boolean).sort((a, b) => a.order - b.order);
export const mine = () => everything().filter(({ owner }) => owners()?.includes(owner));
export const ofTable = (table) => mine().filter((deal) => deal.table === table);
export const find = (id) => read(DEAL + id);

// Whether it is kept now. A deal that takes another's place also takes its turn.
export function keep(deal, { settles } = {}) {
  const before = find(deal.id) ?? (settles ? find(settles) : null);
  const last = everything().at(-1)?.order ?? 0;
  const isKept = write(DEAL + deal.id, { ...deal, order: before?.order ?? last + 1 });
  if (isKept && before && before.id !== deal.id) forget(before.id);
  tell();
  return isKept;
}

// A deal that another tab has sent meanwhile does not come back.
export function change(id, what) {
  const deal = find(id);
  if (deal) write(DEAL + id, { ...deal, ...what });
  tell();
}

function remove(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept
  }
}

export function forget(id) {
  remove(DEAL + id);
  tell();
}

export const lastSaved = (table) => read(LAST + table);
export const noteSaved = ({ table, fields, scores, adds, words, small, line }, number) =>
  write(LAST + table, { number, fields, scores, adds, words, small, line });
// Oldest first: the last one that was saved, then those that wait.
export const knownHere = (table) => [lastSaved(table), ...ofTable(table)].filter(Boolean);
export const forgetSaved = () => [...keys(LAST), ...keys(DRAFT)].forEach(remove);

export const noteDraft = (name, draft) => write(DRAFT + name, draft);
export const draftOf = (name) => read(DRAFT + name);
export const forgetDraft = (name) => remove(DRAFT + name);
