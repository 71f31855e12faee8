// An import goes on block by block: the page that says how far it is asks for the next one. Without
// this, its button does.
const form = document.querySelector("[data-go-on]");
form?.requestSubmit(form.querySelector("[name=step]"));
