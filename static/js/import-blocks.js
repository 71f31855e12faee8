// An import goes on block by block: the page that says how far it is asks for the next one. Without
// this, its button does. A page that comes back with the block that was just asked for stops: what
// brings nothing is not asked for again and again.
const form = document.querySelector("[data-go-on]");
const KEY = `import ${location.pathname}`;

function asksAgain() {
  const next = form.elements.next_block.value;
  try {
    if (sessionStorage.getItem(KEY) === next) {
      sessionStorage.removeItem(KEY); // coming back later, it tries once more
      return true;
    }
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage the server's own check remains: it answers such a page without data-go-on.
  }
  return false;
}

if (form && asksAgain()) document.querySelector("[data-stuck]").hidden = false;
else form?.requestSubmit(form.querySelector("[name=step]"));
