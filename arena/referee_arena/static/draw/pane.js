/** A pane that shows a part of a board that is too big: it zooms, scrolls, and is dragged. */
import { button, el } from "./dom.js";

/** Pixels of a cell below which a board is scrolled and not made smaller, by whether fingers may have to hit it. */
const LEAST = { narrow: 16, wide: 11 };
const NARROW = 500;
/** Pixels of a cell that no board needs more of, or where the pane is wide this share of it. */
const MOST = 48;
const MOST_SHARE = 1 / 11;
const STEP = 1.3;
/** Pixels of a cell below which no letter can be read: signs are drawn larger, numbers and lines left out. */
const TINY = 17;
/** Pixels the pointer goes before a click becomes a drag. */
const SLACK = 4;

export class Pane {
  /** @param {SVGElement} content */
  constructor(content) {
    this.content = content;
    this.node = el("div", "pane");
    this.node.append(content);
    this.tools = el("div", "tools");
    this.tools.append(
      button("−", "zoom out", () => this.zoom(1 / STEP)),
      button("+", "zoom in", () => this.zoom(STEP)),
      button("fit", "fit the board", () => this.reset()),
    );
    this.cells = { width: 1, height: 1, edge: 0 };
    /** Whether all of it is shown however small, as something else shows the part that counts. */
    this.isWhole = false;
    this.factor = 1;
    this.room = 0;
    /** Pixels of height that the page gives; 0 where the pane is as high as its board. */
    this.limit = 0;
    this.cell = 0;
    this.focus = null;
    this.isLoose = false;
    this.isDragged = false;
    /** Place that somebody acts on, with cells for fingers around it; null for none. @type {{x: number, y: number, width: number, height: number} | null} */
    this.near = null;
    this.frame = 0;
    this.wheel();
    this.drag();
    new ResizeObserver(([entry]) => this.measure(entry.contentRect)).observe(this.node);
  }

  /**
   * Take how many cells there are.
   * @param {number} width
   * @param {number} height
   * @param {number} edge units before the first
   */
  fit(width, height, edge) {
    this.cells = { width, height, edge };
    this.cell = 0;
    this.size();
  }

  /**
   * Keep a place in the middle, until somebody scrolls.
   * @param {{x: number, y: number, width: number, height: number} | null} box
   * @param {boolean} isNew
   */
  follow(box, isNew) {
    this.focus = box;
    if (isNew && !this.isLoose) this.later();
  }

  /**
   * Show a place with cells of at least so many pixels; null shows all again.
   * @param {{x: number, y: number, width: number, height: number} | null} box
   * @param {number} least
   */
  approach(box, least) {
    const wasNear = this.near;
    this.near = box;
    if (!box) {
      if (wasNear) this.reset();
      return;
    }
    if (this.cell < least) {
      this.factor *= least / this.cell;
      this.size();
    }
    this.later();
  }

  reset() {
    this.factor = 1;
    this.isLoose = false;
    this.size();
    this.later();
  }

  /** @param {number} by */
  zoom(by) {
    const { node } = this;
    const before = this.cell;
    this.factor = Math.max(0.4, Math.min(8, this.factor * by));
    const x = node.scrollLeft + node.clientWidth / 2;
    const y = node.scrollTop + node.clientHeight / 2;
    this.size();
    const share = this.cell / before;
    node.scrollTo(x * share - node.clientWidth / 2, y * share - node.clientHeight / 2);
    this.isLoose = true;
  }

  /** @param {{width: number, height: number}} box */
  measure({ width, height }) {
    const limit = getComputedStyle(this.node).getPropertyValue("--fits") ? height : 0;
    if (Math.abs(width - this.room) < 1 && Math.abs(limit - this.limit) < 1) return;
    this.room = width;
    this.limit = limit;
    this.size();
    if (!this.isLoose) this.later();
  }

  /** Set the size of the content; all of it fits at first, as long as a cell stays big enough to be seen. */
  size() {
    if (!this.room) return;
    const { width, height } = this.cells;
    const most = this.limit ? Infinity : Math.max(MOST, this.room * MOST_SHARE);
    const fitting = Math.min(this.room / width, (this.limit || Math.max(320, window.innerHeight * 0.8)) / height, most);
    const least = this.limit || this.isWhole ? 0 : this.room < NARROW ? LEAST.narrow : LEAST.wide;
    const cell = Math.max(4, Math.max(least, fitting) * this.factor);
    if (cell === this.cell) return;
    this.cell = cell;
    this.content.setAttribute("width", String(Math.floor(width * cell)));
    this.content.setAttribute("height", String(Math.floor(height * cell)));
    this.content.classList.toggle("tiny", cell < TINY);
    const isScrolled = width * cell > this.room + 1 || fitting < least || this.factor > 1;
    if (isScrolled) this.node.tabIndex = 0;
    else this.node.removeAttribute("tabindex");
  }

  /** Go to what is in focus when all is laid out. */
  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      const focus = this.near ?? this.focus;
      if (!focus || !this.cell) return;
      const { node } = this;
      const scale = this.cell / focus.width;
      const x = (focus.x + focus.width / 2 + this.cells.edge) * scale;
      const y = (focus.y + focus.height / 2 + this.cells.edge) * scale;
      node.scrollTo(x - node.clientWidth / 2, y - node.clientHeight / 2);
    });
  }

  wheel() {
    this.node.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) {
        this.isLoose = true;
        return;
      }
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12);
    }, { passive: false });
    this.node.addEventListener("touchmove", () => {
      this.isLoose = true;
    }, { passive: true });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") this.zoom(STEP);
      else if (event.key === "-") this.zoom(1 / STEP);
      else if (event.key === "0") this.reset();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  drag() {
    let start = null;
    this.node.addEventListener("pointerdown", (event) => {
      this.isDragged = false;
      if (event.pointerType === "touch" || event.button) return;
      start = { x: event.clientX, y: event.clientY, left: this.node.scrollLeft, top: this.node.scrollTop };
    });
    this.node.addEventListener("pointermove", (event) => {
      if (!start) return;
      const x = event.clientX - start.x;
      const y = event.clientY - start.y;
      if (!this.isDragged) {
        if (Math.hypot(x, y) < SLACK) return;
        this.isDragged = this.isLoose = true;
        this.node.setPointerCapture(event.pointerId);
      }
      this.node.scrollTo(start.left - x, start.top - y);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      this.node.addEventListener(end, () => {
        start = null;
      });
    }
  }
}
