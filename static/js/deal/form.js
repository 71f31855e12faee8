// Deal entry and correction. Scores are never computed here: each change asks the server for a
// preview (htmx, on the form), and without script the same form has a button for it.
import "./bonuses.js";
import "./count.js";
import "./fill.js";
import "./gaps.js";
import "./keep.js";
import "./help.js";
import "./pad.js";
import "./preview.js";
import "./rests.js";
import "./tally.js";
import "./totals.js";
import "./shortcuts.js";
