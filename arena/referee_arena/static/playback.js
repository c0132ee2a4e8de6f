/** How a match is moved through: step by step, by itself, and from flag to flag. */
import { SPEEDS } from "./controls.js";
import { keepSetting, setting } from "./page.js";

/** The shortest time a frame is shown, in milliseconds. */
const SHORTEST_MS = 16;

/** What moves; a subclass has `history`, `isLive`, `last`, `horizon`, `views`, `shownFlags`, `draw` and `go`. */
export class Playback {
  constructor() {
    /** Of the frame that is shown. */
    this.number = 0;
    const speed = Number(setting("speed"));
    this.speed = SPEEDS.includes(speed) ? speed : 1;
    this.isPlaying = false;
    this.isFollowing = false;
  }

  /** Play, or stop. */
  toggle() {
    if (this.isPlaying || this.isFollowing) this.halt();
    else this.run();
  }

  run() {
    if (this.number >= this.last) {
      if (this.isLive) this.end();
      else this.go(0).then(() => this.run());
      return;
    }
    this.isPlaying = true;
    this.draw();
    this.schedule();
  }

  halt() {
    this.isPlaying = false;
    this.isFollowing = false;
    clearTimeout(this.timer);
    this.draw();
  }

  schedule() {
    clearTimeout(this.timer);
    const pace = this.views.panes[0].frame?.scene.pace ?? 1000;
    this.timer = setTimeout(async () => {
      if (this.number < this.last) {
        if ((await this.go(this.number + 1)) && this.isPlaying) this.schedule();
        return;
      }
      this.isPlaying = false;
      this.isFollowing = this.isLive;
      this.draw();
    }, Math.max(SHORTEST_MS, pace / this.speed));
  }

  /** Go where the reader wants, and stay there. @param {number} number */
  seek(number) {
    this.halt();
    this.isFollowing = this.isLive && number >= this.last;
    return this.go(number);
  }

  /** @param {number} by */
  step(by) {
    this.seek(this.number + by);
  }

  /** @param {number} step */
  toStep(step) {
    if (Number.isFinite(step)) this.seek(Math.min(this.horizon, this.history.first(step)));
  }

  /** To the next flag, or the one before. @param {number} way 1 or -1. */
  jump(way) {
    const flags = this.shownFlags();
    const found = way > 0
      ? flags.find(({ number }) => number > this.number)
      : flags.findLast(({ number }) => number < this.number);
    this.seek(found ? found.number : way > 0 ? this.horizon : 0);
  }

  home() {
    this.seek(0);
  }

  end() {
    this.seek(this.isLive ? this.last : this.horizon);
  }

  /** @param {number} way */
  hurry(way) {
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + way))]);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    keepSetting("speed", String(speed));
    this.draw();
    if (this.isPlaying) this.schedule();
  }
}
