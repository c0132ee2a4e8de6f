/** The pages of a site of files, except that of a match. */
import { startBot } from "./bots.js";
import { startMatches } from "./matches.js";
import { startPage } from "./start.js";
import { startTournament } from "./tournament.js";

startPage({ bot: startBot, matches: startMatches, tournament: startTournament });
