// The board of the match goes on with the deals that this phone keeps: the script of the game knows how, which comes with
// deal entry (views.js). Without it, and behind a deal that it cannot count, the board says before which deal it stood so.
import { canCount, carryMatch } from "../score/score.js";

let asSent; // the board as the server wrote it

function boardAsSent() {
  const board = document.querySelector("#match");
  if (!board || !("carried" in board.dataset)) return board;
  board.replaceWith(asSent);
  return asSent;
}

// deals follow on the deal before next; null where one is not known.
export function carryBoard(deals, next) {
  const sent = boardAsSent();
  if (!sent || deals?.length === 0) return;
  asSent = sent;
  const board = sent.cloneNode(true);
  board.dataset.carried = "";
  const table = JSON.parse(document.querySelector("#deal-table")?.textContent ?? "null");
  if (!deals || !canCount(table) || !carryMatch(table, board.querySelector(".match-line"), deals)) {
    const said = board.querySelector("[data-as-of]");
    said.textContent = said.dataset.asOf.replace("{number}", next);
    said.hidden = false;
  }
  sent.replaceWith(board);
}
