// A bot for Dice Adventure that walks the cheapest path to what it looks for (DA-9.2).
import { run } from "gamereferee-client";
import { greedyBot } from "./greedy.js";

await run(greedyBot);
