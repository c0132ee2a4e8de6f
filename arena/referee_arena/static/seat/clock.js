/** How long there is to decide. */
import { setText } from "../draw/dom.js";
import { make } from "../page.js";

/** Seconds left at which it is said aloud. */
const SPOKEN = [300, 60, 10];

export class TurnClock {
  /** @param {(text: string) => void} speak */
  constructor(speak) {
    this.speak = speak;
    this.node = make("span", { class: "clock own-clock", role: "timer", "aria-label": "time to decide" });
    /** How much of the turn's time is left. */
    this.fill = make("i", {});
    this.bar = make("div", { class: "tick", "aria-hidden": "true", hidden: true }, this.fill);
    this.whole = 0;
    this.ends = Infinity;
    this.left = Infinity;
    this.ticking = 0;
  }

  /**
   * Count down.
   * @param {number | undefined} ms undefined where there is no deadline
   */
  start(ms) {
    this.stop();
    if (ms === undefined) return;
    this.ends = performance.now() + ms;
    this.left = this.whole = ms / 1000;
    this.bar.hidden = false;
    this.ticking = setInterval(() => this.tick(), 250);
    this.tick();
  }

  stop() {
    clearInterval(this.ticking);
    this.node.textContent = "";
    this.bar.hidden = true;
  }

  tick() {
    const left = Math.max(0, (this.ends - performance.now()) / 1000);
    const spoken = SPOKEN.find((seconds) => left <= seconds && this.left > seconds);
    if (spoken) this.speak(`${inWords(spoken)} left`);
    this.left = left;
    const text = inFigures(Math.ceil(left));
    setText(this.node, text);
    this.fill.style.width = `${this.whole ? Math.round((1000 * left) / this.whole) / 10 : 0}%`;
    this.node.classList.toggle("long", text.length > 5);
    this.node.classList.toggle("late", left < SPOKEN[2]);
  }
}

/** @param {number} seconds */
export function inWords(seconds) {
  const [count, unit] = seconds >= 7200 ? [seconds / 3600, "hour"] : seconds >= 120 ? [seconds / 60, "minute"] : [seconds, "second"];
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** @param {number} seconds */
function inFigures(seconds) {
  if (seconds < 100) return `${seconds} s`;
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
