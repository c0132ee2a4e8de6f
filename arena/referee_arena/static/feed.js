/** The feed: what happened in sentences, the newest first. */
import { lineNode } from "./draw/spans.js";
import { Lines } from "./log.js";
import { make } from "./page.js";

/** Sentences that are shown at first, and when the reader has come to the last of these. */
const FEW = 20;
const SENTENCES = 60;

/** A list of sentences, each with the time at which it happened. */
export class Feed extends Lines {
  /**
   * @param {string[]} players
   * @param {((step: number, nth: number) => string) | null} link Address of a moment; null where there is none.
   */
  constructor(players, link) {
    super(FEW);
    /** Watches the last of the first sentences: when the reader reaches it, all are shown. */
    this.end = new IntersectionObserver(([seen]) => {
      if (!seen.isIntersecting) return;
      this.end.disconnect();
      this.most = SENTENCES;
      this.again();
    });
    this.players = players;
    this.link = link;
    this.list = make("ol", { class: "feed", tabindex: "-1", "aria-label": "what happened" });
    this.element = this.list;
  }

  /**
   * @param {import("./history.js").History} history
   * @param {any[]} frames
   * @param {number} from Number of the first.
   */
  entries(history, frames, from) {
    const size = history.index.chunk;
    // What happened in a step belongs to the round that was played when it began: that of the frame before.
    const first = from ? history.chunks.get(from / size - 1)?.[size - 1] : frames[0];
    return frames.flatMap((frame, index) => {
      const moment = history.moment(from + index);
      const before = index ? frames[index - 1] : first;
      const time = frame.story?.phases ? before && timeOf(before) : String(frame.step);
      const told = frame.story?.sentences ?? [];
      const sentences = told.map(({ line, milestone }, at) => ({ key: `${from + index} ${at}`, moment, line, time, kind: milestone ? "milestone" : "" }));
      if (frame.result) {
        const { headline, score } = frame.result;
        const line = [...headline, score ? ` ${score}.` : "."];
        sentences.push({ key: `${from + index} end`, moment, line, time: "", kind: "milestone" });
      }
      return sentences;
    });
  }

  /** @param {any[]} all */
  fill(all) {
    super.fill(all);
    this.end.disconnect();
    if (all.length >= FEW && this.most < SENTENCES) this.end.observe(this.list.lastElementChild);
  }

  /** @param {any[]} wanted */
  order(wanted) {
    return wanted.reverse();
  }

  /** @param {{moment: [number, number], line: any[], kind: string, time: string}} entry @returns {HTMLElement} */
  item({ moment, line, kind, time }) {
    const [step, nth] = moment;
    const address = this.link ? { href: this.link(step, nth), "aria-label": `step ${step}` } : {};
    const where = make(this.link ? "a" : "span", { class: "feed-time", ...address }, time ?? "");
    return make("li", { class: kind }, where, lineNode(line, { players: this.players }));
  }
}

/**
 * Return when the sentences of the frame after this one happen, such as `2.3` in round 3 of game 2.
 * @param {any} frame
 */
function timeOf(frame) {
  return (frame.story?.phases ?? []).map(([, number]) => number).join(".");
}
