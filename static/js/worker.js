// The service worker. /sw.js gives it `shell`: { version, files, offline, unanswered }. Pages of a table open
// without network from the copy of the last time; nothing else is kept, and nothing that is sent.
/* global shell */
const STATIC = `static-${shell.version}`;
const PAGES = "pages"; // js/offline/offline.js deletes it when the account changes
const PATIENCE = 3_000; // ms until the last copy is shown
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const OF_A_TABLE = /^\/t\/[0-9a-f-]{36}\/((new|scores|curve|summary)\/)?$/;
const AWAY = [502, 503, 504];

async function install() {
  const cache = await caches.open(STATIC);
  await Promise.allSettled([...shell.files, shell.offline, shell.unanswered].map((file) => cache.add(file)));
  await skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("static-") && name !== STATIC);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

// A page of somebody who is signed in, without what is said only once.
async function keepPage(path) {
  const answer = await fetch(path, { redirect: "manual" });
  if (answer.ok && OF_A_TABLE.test(path)) await (await caches.open(PAGES)).put(path, answer);
}

async function keepPages({ missing = [], anew = [] }) {
  const cache = await caches.open(PAGES);
  for (const path of missing) if (!(await cache.match(path))) anew.push(path);
  for (const path of anew.filter((each) => OF_A_TABLE.test(each))) await keepPage(path).catch(() => {});
}

async function file(request) {
  const cache = await caches.open(STATIC);
  const copy = await cache.match(request);
  if (copy && HASHED.test(request.url)) return copy;
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    if (copy) return copy;
    throw error;
  }
}

// The page says how old it is (js/live/live.js).
async function shown(event, copy) {
  const told = clients.get(event.resultingClientId);
  event.waitUntil(told.then((client) => client?.postMessage({ copy: Date.parse(copy.headers.get("Date")) })));
  return copy;
}

const later = (time) => new Promise((_, reject) => setTimeout(reject, time));

async function page(event, path) {
  const cache = await caches.open(PAGES);
  const copy = OF_A_TABLE.test(path) ? await cache.match(path) : undefined;
  const network = fetch(event.request);
  event.waitUntil(network.then((answer) => keepAnswer(event.request, answer.clone())).catch(() => {}));
  try {
    const answer = await (copy ? Promise.race([network, later(PATIENCE)]) : network);
    return copy && AWAY.includes(answer.status) ? shown(event, copy) : answer;
  } catch {
    if (copy) return shown(event, copy);
    return (await caches.match(shell.offline)) ?? Response.error();
  }
}

// A form was sent, and no answer came: it may have arrived. The browser's own page would not say what to do.
async function answer(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(shell.unanswered)) ?? Response.error();
  }
}

async function keepAnswer(request, answer) {
  const { pathname, search } = new URL(request.url);
  if (!answer.ok || !OF_A_TABLE.test(pathname)) return;
  const isClean = !search && !(await answer.clone().text()).includes('class="toast"');
  if (isClean) await (await caches.open(PAGES)).put(pathname, answer);
  else await keepPage(pathname);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(keepPages(event.data)));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== location.origin) return;
  if (method === "POST" && mode === "navigate") event.respondWith(answer(event.request));
  if (method !== "GET") return;
  if (pathname.startsWith("/static/")) event.respondWith(file(event.request));
  else if (mode === "navigate") event.respondWith(page(event, pathname));
});
