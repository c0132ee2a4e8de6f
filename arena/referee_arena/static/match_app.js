/** The page of a match on a server. */
import { startMatch } from "./player.js";
import { HttpSource } from "./source.js";
import { startPage } from "./start.js";

startPage({ match: (page, root) => startMatch(page, root, new HttpSource(page.base, page.eyes, page.live)) });
