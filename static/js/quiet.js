// htmx writes a request that is cut off, or finds no network, to the console as an error. Both are
// usual here: a newer preview takes the place of an older one, one leaves a page that polls, there
// is no network in a cellar. The pages say so themselves; other errors are written as before.
const USUAL = new Set(["htmx:afterRequest", "htmx:sendAbort", "htmx:sendError", "htmx:timeout"]);

if (globalThis.htmx) {
  htmx.logger = (element, name, detail) => {
    if (USUAL.has(name)) delete detail.error;
  };
}
