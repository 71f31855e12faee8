// Deal entry and correction. here.js counts each change at once, the preview of the server (htmx, on the
// form) follows and has the last word; without script the same form has a button for it.
import "./oudlers.js";
import "./bonuses.js";
import "./count.js";
import "./fill.js";
import "./follow.js";
import "./gaps.js";
import "./help.js";
import "./here.js";
import "./pad.js";
import "./preview.js";
import "./rests.js";
import "./tally.js";
import "./shortcuts.js";
// Last: it may fill the form, and all of the above hears of it.
import "./keep.js";
