// The page without network: which tables this phone can open from its own copies.
const list = document.querySelector("[data-offline-tables]");

async function tables() {
  const cache = await caches.open("pages");
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return Promise.all(
    paths
      .filter((path) => !path.endsWith("/new/"))
      .map(async (path) => {
        const page = new DOMParser().parseFromString(await (await cache.match(path)).text(), "text/html");
        return { path, title: page.querySelector("h1")?.textContent.trim() ?? path };
      }),
  );
}

function row({ path, title }) {
  const item = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: path, textContent: title });
  link.className = "linkrow";
  item.append(link);
  return item;
}

const found = globalThis.caches ? await tables() : [];
list.replaceChildren(...found.map(row));
list.closest("section").hidden = !found.length;
