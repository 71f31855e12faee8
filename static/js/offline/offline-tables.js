// The page without network: which tables this phone can open from its own copies, and what waits.
import { everything } from "./queue-store.js";

const SHEET = /^\/t\/[0-9a-f-]{36}\/$/;
const list = document.querySelector("[data-offline-tables]");

async function tables() {
  const cache = await caches.open("pages");
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return Promise.all(
    paths
      .filter((path) => SHEET.test(path))
      .map(async (path) => {
        const page = new DOMParser().parseFromString(await (await cache.match(path)).text(), "text/html");
        const words = (place) => page.querySelector(place)?.textContent.trim().replace(/\s+/g, " ");
        return { path, title: words("h1") ?? path, about: words("[data-table-about]") ?? "" };
      }),
  );
}

const made = (name, className, ...content) => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...content);
  return element;
};

function row({ path, title, about }) {
  const words = made("span", "", made("b", "block", title), made("span", "block small muted", about));
  const count = waiting.filter(({ table }) => path.includes(table)).length;
  if (count) words.append(made("span", "block small", list.dataset.kept.replace("{count}", count)));
  const link = Object.assign(made("a", "linkrow", words), { href: path });
  return made("li", "", link);
}

// The copies are of the account that was here last (offline.js); so are the deals that they tell of.
const owners = localStorage.owner?.split(" ") ?? [];
const waiting = everything().filter(({ owner }) => owners.includes(owner));

async function show() {
  const found = globalThis.caches ? await tables() : [];
  list.replaceChildren(...found.map(row));
  list.closest("section").hidden = !found.length;
}

show();

// The page after a form that got no answer has a way back to it.
document.querySelector("[data-go-back]")?.addEventListener("click", () => history.back());
