/** Starts what the page is: its data says so. */
import { startBot } from "./bots.js";
import { startEnter } from "./enter.js";
import { startFile, startSingle } from "./files.js";
import { startMatches } from "./matches.js";
import { startNow } from "./now.js";
import { startMatch } from "./player.js";
import { startSeat } from "./seat.js";
import { startTournament } from "./tournament.js";

const PAGES = {
  bot: startBot,
  enter: startEnter,
  file: startFile,
  match: startMatch,
  matches: startMatches,
  now: startNow,
  seat: startSeat,
  single: startSingle,
  tournament: startTournament,
};

const data = document.getElementById("page");
const root = document.getElementById("arena");
if (data && root) {
  const page = JSON.parse(data.textContent ?? "{}");
  PAGES[page.page]?.(page, root);
}
