/** What the page of a match loads when it is first needed: the box to share a moment, and the proof of the dice. */
import { proofNode } from "./proof.js";
import { share } from "./sharing.js";

window.refereeArena = Object.assign(window.refereeArena ?? {}, { later: { proofNode, share } });
