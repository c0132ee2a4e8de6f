/** The pages of a server, except those of a match and of a person's seat. */
import { startBot } from "./bots.js";
import { startEnter } from "./enter.js";
import { startMatches } from "./matches.js";
import { startNow } from "./now.js";
import { startPage } from "./start.js";
import { startTournament } from "./tournament.js";

startPage({
  bot: startBot,
  enter: startEnter,
  matches: startMatches,
  now: startNow,
  tournament: startTournament,
});
