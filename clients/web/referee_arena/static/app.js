/** Starts what the page is: its data says so. */
import { startBot } from "./bots.js";
import { startFile, startSingle } from "./files.js";
import { startMatches } from "./matches.js";
import { startMatch } from "./player.js";
import { startTournament } from "./tournament.js";

const PAGES = { bot: startBot, file: startFile, match: startMatch, matches: startMatches, single: startSingle, tournament: startTournament };

const data = document.getElementById("page");
const root = document.getElementById("arena");
if (data && root) {
  const page = JSON.parse(data.textContent ?? "{}");
  PAGES[page.page]?.(page, root);
}
