// Sends the deals that wait, one at a time and in their order, from whatever page is open.
import { post } from "./queue-post.js";
import { find, mine, owners } from "./queue-store.js";

const LEASE = "sender"; // which tab sends; sent twice, a deal still counts once
const LEASE_TIME = 10_000; // ms
const WAITS = [2, 4, 8, 15, 30]; // s until it is tried again
const SLOW = 1_000; // ms
const TAB = "tab";
// state may also be "sending", or what post() says of the network; isSlow: sending for a second.
export const sender = { state: "idle", isSlow: false };

let running = null;
let failures = 0;
let timer = 0;
let slowTimer = 0;

export function tabName() {
  try {
    sessionStorage[TAB] ??= String(Math.random()); // a reload is the same tab
    return sessionStorage[TAB];
  } catch {
    return "";
  }
}

function takeLease(isUrgent) {
  try {
    const { tab, until } = JSON.parse(localStorage.getItem(LEASE)) ?? {};
    if (!isUrgent && tab !== tabName() && until > Date.now()) return false;
    localStorage.setItem(LEASE, JSON.stringify({ tab: tabName(), until: Date.now() + LEASE_TIME }));
  } catch {
    // without it two tabs may send the same deal, which counts once
  }
  return true;
}

function release() {
  try {
    const { tab } = JSON.parse(localStorage.getItem(LEASE)) ?? {};
    if (tab === tabName()) localStorage.removeItem(LEASE);
  } catch {
    // there is none
  }
}

const tell = () => document.dispatchEvent(new CustomEvent("queue"));

function become(state) {
  if (state === sender.state) return tell();
  clearTimeout(slowTimer);
  Object.assign(sender, { state, isSlow: false });
  if (state !== "sending") release();
  else slowTimer = setTimeout(() => ((sender.isSlow = true), tell()), SLOW);
  return tell();
}

const isHeld = ({ held }) => held && !(held.kind === "open" && held.until < Date.now());

// The first whose table has nothing before it that a person must look at.
function nextDeal() {
  const stopped = new Set();
  return mine().find((deal) => {
    if (isHeld(deal)) stopped.add(deal.table);
    return !stopped.has(deal.table);
  });
}

async function run(isUrgent) {
  for (let again = 0; ; ) {
    const deal = nextDeal();
    if (!deal || !owners()?.length) return become("idle");
    if (!takeLease(isUrgent)) return later();
    become("sending");
    const outcome = await post(deal);
    if (outcome === "saved" || outcome === "held") failures = again = 0;
    else if (outcome !== "again" || ++again > 3) {
      become(outcome === "again" ? "gone" : outcome);
      return later();
    }
  }
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(drain, WAITS[Math.min(failures++, WAITS.length - 1)] * 1000);
}

export function drain(isUrgent = false) {
  clearTimeout(timer);
  running ??= run(isUrgent === true).finally(() => (running = null));
  return running;
}

// For somebody who waits: whether the deal was sent, or is now held, is then told by the queue.
export async function sendNow(id) {
  await running;
  if (find(id)) await drain(true);
}

function atOnce() {
  failures = 0;
  drain();
}

addEventListener("online", atOnce);
document.addEventListener("visibilitychange", () => document.hidden || atOnce());
document.addEventListener("htmx:afterOnLoad", () => sender.state === "gone" && atOnce());
addEventListener("pageshow", atOnce);
addEventListener("pagehide", release);
