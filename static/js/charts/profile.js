// The page of a player: its parts fold on a phone; on a wide screen and on paper all are open.
import "./figures.js";

const openAll = () => document.querySelectorAll(".part").forEach((part) => (part.open = true));

if (matchMedia("(min-width: 48rem)").matches) openAll();
addEventListener("beforeprint", openAll);
