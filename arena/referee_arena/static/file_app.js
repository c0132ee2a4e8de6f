/** The page of a match of a site of files, or all in one file. */
import { startFile, startSingle } from "./files.js";
import { startPage } from "./start.js";

startPage({ file: startFile, single: startSingle });
