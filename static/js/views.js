// The sheet and deal entry of a table are views of one document: the second is fetched once, soon after the
// first has come, and going to and fro loads nothing and loses nothing that is typed. The address, the title
// and the browser's arrows follow. Without this script, or without the other page, links are links.
import { isShown } from "./keys.js";

const SOON = 2_000; // ms
const main = document.querySelector("#main");
const tray = document.querySelector("#toasts");
const sheet = location.pathname.replace(/new\/$/, "");
const paths = [sheet, `${sheet}new/`];
const keysOf = (page) => page.querySelector("#keys dl"); // what ? lists
const views = new Map([[location.pathname, viewOf(document)]]);
const broken = new Set(); // of which a script did not come: some of the others have run
let shown = location.pathname;

function viewOf(page) {
  const { children, className } = page.querySelector("#main");
  const inMain = [...children].filter((node) => !node.matches("template"));
  return { inMain, className, docks: [...page.querySelectorAll("body > .fab-dock")].map(wrapped), keys: keysOf(page) };
}

// A poll puts another dock in the place of the first: what is hidden is around it.
function wrapped(dock) {
  const wrap = Object.assign(document.createElement("div"), { className: "contents" });
  dock.replaceWith(wrap);
  wrap.append(dock);
  return wrap;
}

const nodesOf = ({ inMain, docks }) => [...inMain, ...docks];

function styled(link) {
  if (document.querySelector(`link[rel=stylesheet][href="${link.getAttribute("href")}"]`)) return null;
  return new Promise((resolve) => {
    const own = link.cloneNode();
    own.onload = own.onerror = resolve;
    document.head.append(own);
  });
}

// A module that this document has already does not run again.
function ran(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { type: "module", src: source, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}

async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok || answer.redirected) throw new Error(path);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const modules = [...page.querySelectorAll("script[type=module][src]")].map((script) => script.src);
  const view = viewOf(page);
  await Promise.all([...page.querySelectorAll("link[rel=stylesheet]")].map(styled));
  toggle(view, true);
  main.append(...view.inMain);
  main.after(...view.docks);
  tray.append(...page.querySelector("#toasts").children); // what was to be said on that page
  for (const node of nodesOf(view)) window.htmx.process(node);
  try {
    await Promise.all(modules.map(ran));
  } catch (error) {
    for (const node of nodesOf(view)) node.remove();
    broken.add(path);
    throw error;
  }
  return view;
}

// It may be tried again, but where a part of it is here: then the link leads there.
const forget = (path) => broken.has(path) || views.delete(path);

// One at a time: a tap waits for what is under way.
function load(path) {
  if (!views.has(path)) views.set(path, fetched(path));
  return views.get(path);
}

function toggle(view, isHidden) {
  for (const node of nodesOf(view)) node.hidden = isHidden;
}

async function show(path) {
  const [before, view] = await Promise.all([load(shown), load(path)]);
  before.top = scrollY;
  toggle(before, true);
  toggle(view, false);
  shown = path;
  main.className = view.className;
  keysOf(document).replaceWith(view.keys);
  const heading = [...main.querySelectorAll("h1")].find(isShown);
  document.title = document.title.replace(/^.*(?= · )/, heading.textContent.trim());
  scrollTo({ top: view.top ?? 0, behavior: "instant" });
  main.focus({ preventScroll: true });
  document.dispatchEvent(new Event("queue")); // what waits is said where one looks
  document.dispatchEvent(new Event("view"));
  for (const live of main.querySelectorAll("[data-live]")) live.dispatchEvent(new Event("live"));
}

async function go(path) {
  if (path !== sheet && document.querySelector("form[data-stale]")) return location.assign(path);
  try {
    await show(path);
    if (location.pathname !== path) history.pushState(null, "", path); // two taps are one
  } catch {
    forget(path);
    location.assign(path); // without network from the browser's own copy
  }
  return null;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!paths.includes(link.pathname) || link.search || link.hash || link.target) return;
  event.preventDefault();
  if (link.pathname !== shown) go(link.pathname);
});
addEventListener("popstate", () => {
  if (location.pathname === shown) return;
  if (paths.includes(location.pathname)) show(location.pathname).catch(() => location.reload());
  else location.reload();
});
// A deal that is kept is opened in the form, which may be the other view.
document.addEventListener("queue:open", (event) => {
  setTimeout(() => event.defaultPrevented && shown === sheet && go(paths[1]));
});
// Before the network may go.
async function prepare() {
  const other = paths.find((path) => path !== shown);
  try {
    await load(other);
    document.dispatchEvent(new Event("queue")); // the sheet may tell more with the scripts of deal entry
  } catch {
    forget(other);
  }
}

addEventListener("load", () => setTimeout(prepare, SOON));
