// What the page of a new deal needs, as one file for the browser.
import "./form.js";
import "./bid.js";
import "./watch.js";
import "../live/wake.js";
