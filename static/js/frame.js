// What every page needs; each module listens on the document and looks for its data- attributes.
import "./busy.js";
import "./csrf.js";
import "./field-errors.js";
import "./focus.js";
import "./keys.js";
import "./menu.js";
import "./offline/offline.js";
import "./offline/queue-settle.js";
import "./offline/queue-show.js";
import "./quiet.js";
import "./signed-out.js";
import "./submit-once.js";
import "./tabs.js";
import "./toast.js";
