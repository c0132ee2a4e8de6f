/** The bar of the player: buttons, speed, the number of the step, badges. */
import { setText } from "./draw/dom.js";
import { make } from "./page.js";

/** How many times the game's own pace. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** The bar below the scene; what it does is the player's. */
export class Controls {
  /** @param {any} player @param {any} page Data of the page: `open` and `file` are linked where it has them. */
  constructor(player, page) {
    /** @param {string} text @param {string} label @param {() => void} act @param {string} [cls] */
    const button = (text, label, act, cls = "") =>
      make("button", { type: "button", class: cls, "aria-label": label, title: label, onclick: act }, text);
    this.play = button("▶", "play", () => player.toggle(), "play");
    this.back = button("‹", "a step back (←)", () => player.step(-1));
    this.on = button("›", "a step on (→)", () => player.step(1));
    this.speed = make("select", { class: "speed", "aria-label": "speed", title: "speed (+ and -)",
      onchange: () => player.setSpeed(Number(this.speed.value)) },
      ...SPEEDS.map((speed) => make("option", { value: speed, selected: speed === 1 }, `${fraction(speed)}×`)));
    this.number = make("input", { type: "number", class: "at", min: "0", inputmode: "numeric", "aria-label": "go to step",
      onchange: () => player.toStep(Number(this.number.value)) });
    this.of = make("span", { class: "of" });
    this.live = button("back to live", "back to live (End)", () => player.end(), "to-live");
    this.add = button("+ eyes", "other eyes beside these", () => player.views.add(), "add");
    this.hide = make("input", { type: "checkbox", onchange: () => player.toggleResults() });
    this.over = button("other eyes", "the match is over: load the page again, to see what others saw", () => location.reload(), "reload");
    this.over.hidden = true;
    this.file = page.file ? make("a", { href: page.file, download: true, class: "file" }, "replay file") : null;
    this.open = page.open ? make("a", { href: page.open, target: "_blank", rel: "noopener" }, "open") : null;
    this.element = make("div", { class: "controls", role: "group", "aria-label": "player" },
      make("span", { class: "moves" },
        button("«", "to the flag before ([)", () => player.jump(-1)), this.back, this.play, this.on,
        button("»", "to the next flag (])", () => player.jump(1))),
      make("label", { class: "step-box" }, make("span", { class: "word" }, "step "), this.number, this.of),
      this.speed, this.live,
      make("span", { class: "extras" }, this.add,
        make("label", { class: "hides" }, this.hide, " hide results"),
        this.over, this.file, this.open,
        button("projector", "for a hall (p)", () => player.toProjector(), "to-projector"), button("?", "keys (?)", () => player.help(), "help")));
  }

  /** The match is over, and more may be seen of it than before. */
  tellOver() {
    this.over.hidden = false;
  }

  /**
   * Show how the player stands.
   * @param {{step: number, lastStep: number|null, isFirst: boolean, isLast: boolean, isPlaying: boolean, speed: number,
   *   isLive: boolean, isFollowing: boolean, hidesResults: boolean, canAdd: boolean}} now `lastStep` is null where it is
   *   not to be told.
   */
  draw(now) {
    const running = now.isPlaying || now.isFollowing;
    setText(this.play, running ? "❚❚" : "▶");
    const label = running ? "pause (space)" : "play (space)";
    this.play.setAttribute("aria-label", label);
    this.play.title = label;
    // Not `disabled`, which would take the focus away while somebody is stepping.
    this.back.setAttribute("aria-disabled", String(now.isFirst));
    this.on.setAttribute("aria-disabled", String(now.isLast));
    if (document.activeElement !== this.number || this.number.value === "") this.number.value = String(now.step);
    setText(this.of, now.lastStep === null ? "" : ` of ${now.lastStep}`);
    this.number.max = now.lastStep === null ? "" : String(now.lastStep);
    this.speed.value = String(now.speed);
    this.live.hidden = !now.isLive || now.isFollowing;
    this.hide.checked = now.hidesResults;
    this.add.hidden = !now.canAdd;
  }
}

/** @param {number} speed */
function fraction(speed) {
  return { 0.25: "¼", 0.5: "½" }[speed] ?? String(speed);
}
