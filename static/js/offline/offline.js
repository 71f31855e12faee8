// The service worker that opens pages without network, where the browser has one: over https and on
// localhost. What it has of one account is gone as soon as another page is seen, or none.
import { forgetSaved, owners } from "./queue-store.js";

const PAGES = "pages";
const OWNER = "owner";

function forgetPages(owner) {
  try {
    if (localStorage.getItem(OWNER) === owner) return;
    localStorage.setItem(OWNER, owner);
    forgetSaved();
  } catch {
    return; // a browser that keeps nothing
  }
  globalThis.caches?.delete(PAGES);
}

async function tellWorker() {
  const { active } = await navigator.serviceWorker.ready;
  const next = document.querySelector("[data-new-deal]")?.pathname;
  const sheet = location.pathname.replace(/new\/$/, ""); // a guest by code comes to deal entry first
  const tabs = [...document.querySelectorAll(".tabs a")].map(({ pathname }) => pathname);
  const scores = document.querySelector("[data-new-deal], form[data-keeps]") && `${sheet}scores/`;
  active.postMessage({ missing: [location.pathname, sheet, next, scores, ...tabs].filter(Boolean) });
}

// A deal was saved, and the page that saved it stays: the pages of the table are kept as they are now.
function refresh({ detail }) {
  const paths = ["", "new/", "curve/", "summary/"].map((part) => `/t/${detail.table}/${part}`);
  navigator.serviceWorker.controller?.postMessage({ anew: paths });
}

// The copies of a table say what is no longer so.
export async function keepAnew(table) {
  const paths = [table, `${table}new/`, `${table}scores/`];
  const cache = await globalThis.caches?.open(PAGES);
  await Promise.all(paths.map((path) => cache?.delete(path)));
  navigator.serviceWorker?.controller?.postMessage({ anew: paths });
}

if (owners()) forgetPages(owners().join(" "));
if (isSecureContext && navigator.serviceWorker && owners()?.length) {
  addEventListener("load", async () => {
    await navigator.serviceWorker.register("/sw.js");
    tellWorker();
  });
  document.addEventListener("queue:saved", refresh);
  navigator.serviceWorker.addEventListener("message", ({ data: { copy } }) => {
    document.documentElement.dataset.copy = copy; // when it was made
    document.dispatchEvent(new Event("copy:shown"));
  });
}
document.addEventListener("submit", ({ target }) => target.getAttribute("action")?.endsWith("/logout/") && forgetPages(""));
