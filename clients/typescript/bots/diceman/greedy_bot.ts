// A bot for Diceman that plays the best answer to its opponent's picks so far (DM-9.2).
import { run } from "gamereferee-client";
import { GreedyBot } from "./greedy.js";

await run(GreedyBot);
