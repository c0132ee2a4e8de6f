/** What the page of a match loads when it is first needed: the box to share a moment, the proof of the dice, and replies of models. */
import { proofNode } from "./proof.js";
import { Replies } from "./replies.js";
import { share } from "./sharing.js";

window.refereeArena = Object.assign(window.refereeArena ?? {}, { later: { proofNode, Replies, share } });
