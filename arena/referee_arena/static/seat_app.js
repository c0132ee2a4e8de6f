/** The page of a person's seat: a separate program, since spectators need nothing of it. */
import { startSeat } from "./seat.js";
import { startPage } from "./start.js";

startPage({ seat: startSeat });
