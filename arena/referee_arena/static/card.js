/** The result card: who won, the score, why, the moments that decided, and how to share or watch the match. */
import { stepText } from "./address.js";
import { lineNode } from "./draw/spans.js";
import { make } from "./page.js";
import { pageAddress, shareButton } from "./share.js";

/** Moments that the card lists. */
const MOMENTS = 4;
/** Kinds of flags that decide nothing. */
const IDLE = new Set(["start", "end", "strike", "refusal"]);

/** Shown with the last frame of a match in place of the board. */
export class ResultCard {
  /**
   * @param {string[]} players
   * @param {{watch: () => void, board: () => void, player: any}} acts
   */
  constructor(players, { watch, board, player }) {
    this.players = players;
    this.title = make("h2", { class: "result-title" });
    this.reason = make("p", { class: "result-reason" });
    this.moments = make("ol", { class: "moments", "aria-label": "moments" });
    const address = pageAddress();
    this.element = make("section", { class: "result-card", "aria-label": "result", hidden: true },
      make("p", { class: "result-label" }, "final result"), this.title, this.reason, this.moments,
      make("div", { class: "share" },
        address && make("code", {}, address.replace(/^https?:\/\//, "")), shareButton("copy link", player),
        make("button", { type: "button", class: "primary", onclick: watch }, "watch from the start"),
        make("button", { type: "button", onclick: board }, "see the board")));
    this.told = null;
  }

  /**
   * Show the result of a frame; hide the card where there is none.
   * @param {any} result
   * @param {{number: number, step: number, kind: string, text: string, label: string, weight: number, seat: number|null}[]} flags
   */
  draw(result, flags) {
    this.element.hidden = !result;
    if (!result || (this.told === result && this.count === flags.length)) return;
    this.told = result;
    this.count = flags.length;
    const score = result.score ? [" ", make("span", { class: "result-score" }, result.score)] : [];
    this.title.replaceChildren(lineNode(result.headline, { players: this.players }), ...score);
    this.reason.textContent = result.reason ?? "";
    this.moments.replaceChildren(...heaviest(flags).map((flag) => this.moment(flag)));
  }

  /** @param {any} flag */
  moment({ step, text, label }) {
    const isNamed = this.players.some((name) => text.startsWith(name));
    const words = isNamed ? text : text.charAt(0).toUpperCase() + text.slice(1);
    return make("li", {}, make("a", { href: `#${stepText([step, 0])}` },
      make("b", {}, [label, `step ${step}`].filter(Boolean).join(" · ")), /[.!?]$/.test(words) ? words : `${words}.`));
  }
}

/**
 * Return the heaviest flags in their order; of flags that weigh the same the later ones, one a frame.
 * @param {any[]} flags
 */
export function heaviest(flags) {
  const byFrame = new Map();
  for (const flag of flags) {
    if (IDLE.has(flag.kind)) continue;
    const found = byFrame.get(flag.number);
    if (!found || flag.weight >= found.weight) byFrame.set(flag.number, flag);
  }
  return [...byFrame.values()]
    .sort((one, other) => other.weight - one.weight || other.number - one.number)
    .slice(0, MOMENTS)
    .sort((one, other) => one.number - other.number);
}
