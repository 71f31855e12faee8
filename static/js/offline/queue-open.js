// A deal that a person has opened again is not sent meanwhile.
import { tabName } from "./queue-send.js";
import { change, mine } from "./queue-store.js";

const FREE = 5 * 60_000; // ms after which a deal that was opened and forgotten is sent all the same

export const holdOpen = ({ id }) => change(id, { held: { kind: "open", until: Date.now() + FREE, tab: tabName() } });

// Who leaves the page has not changed it.
const close = () => {
  for (const { id, held } of mine()) {
    if (held?.kind === "open" && held.tab === tabName()) change(id, { held: null });
  }
};
addEventListener("pagehide", close);
close();
