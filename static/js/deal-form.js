// Deal entry and correction. Scores are never computed here: each change asks the server for a
// preview (htmx, on the form), and without script the same form has a button for it.
import "./deal-bonuses.js";
import "./deal-count.js";
import "./deal-fill.js";
import "./deal-gaps.js";
import "./deal-keep.js";
import "./deal-help.js";
import "./deal-pad.js";
import "./deal-preview.js";
import "./deal-rests.js";
import "./deal-tally.js";
import "./deal-totals.js";
import "./deal-shortcuts.js";
