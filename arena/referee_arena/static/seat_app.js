/** The page of a person's seat, which is a program of its own: who watches needs nothing of it. */
import { startSeat } from "./seat.js";
import { startPage } from "./start.js";

startPage({ seat: startSeat });
