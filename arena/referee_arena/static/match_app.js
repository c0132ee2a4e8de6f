/** The page of a match: of a server, of a site of files, or all in one file. */
import { startFile, startSingle } from "./files.js";
import { startMatch } from "./player.js";
import { startPage } from "./start.js";

startPage({ file: startFile, match: startMatch, single: startSingle });
