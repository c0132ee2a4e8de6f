/** The pages of a site of files. */
import { startBot } from "./bots.js";
import { startFile, startSingle } from "./files.js";
import { startMatches } from "./matches.js";
import { startPage } from "./start.js";
import { startTournament } from "./tournament.js";

startPage({ bot: startBot, file: startFile, matches: startMatches, single: startSingle, tournament: startTournament });
