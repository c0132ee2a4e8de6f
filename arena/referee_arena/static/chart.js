/** Curves over the match: decision times and the numbers of the game's view; a click jumps. */
import { behind, spanText } from "./clocks.js";
import { setText, svg } from "./draw/dom.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";

const HEIGHT = 72;
/** As of the timeline, so that both stand below each other. */
const INSET = 8;
const TIMES = "decision times";

/** All charts of a match. */
export class Charts {
  /**
   * @param {string[]} players
   * @param {(number: number) => void} onSeek
   */
  constructor(players, onSeek) {
    this.players = players;
    this.onSeek = onSeek;
    this.read = 0;
    /** @type {Map<string, Chart>} */
    this.charts = new Map();
    this.element = make("details", { class: "charts", ontoggle: () => this.redraw() }, make("summary", {}, "charts"));
    this.element.hidden = true;
    this.last = () => {};
    new ResizeObserver(() => this.redraw()).observe(this.element);
  }

  /**
   * Show the match so far, and where one is in it.
   * @param {any[]} timeline
   * @param {number} length Frames that may be shown.
   * @param {number} number
   */
  draw(timeline, length, number) {
    for (; this.read < timeline.length; this.read += 1) {
      const { series = {}, times = [] } = timeline[this.read];
      for (const [name, bySeat] of Object.entries(series)) {
        for (const [seat, value] of Object.entries(bySeat)) this.chart(name).add(Number(seat), this.read, value);
      }
      for (const [seat, charged] of times) if (charged) this.chart(TIMES).add(seat, this.read, charged);
    }
    this.last = () => this.charts.forEach((chart) => chart.draw(length, number));
    this.redraw();
  }

  redraw() {
    if (this.element.open) this.last();
  }

  /** @param {string} name */
  chart(name) {
    let chart = this.charts.get(name);
    if (!chart) {
      chart = new Chart(name, this.players, this.onSeek);
      this.charts.set(name, chart);
      this.element.append(chart.element);
      this.element.hidden = false;
    }
    return chart;
  }
}

/** One chart: a line for each seat, for times a dot for each decision. */
class Chart {
  /** @param {string} name @param {string[]} players @param {(number: number) => void} onSeek */
  constructor(name, players, onSeek) {
    this.isTimes = name === TIMES;
    this.players = players;
    /** @type {{number: number, value: number}[][]} */
    this.bySeat = [];
    this.drawn = "";
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
    this.lines = svg("g", { fill: "none" });
    this.top = svg("text", { x: INSET, y: 10, class: "scale" });
    this.svg = svg("svg", { class: "chart", height: HEIGHT, role: "img", "aria-label": `${name} over the match` });
    this.svg.append(this.lines, this.cursor, this.top);
    this.svg.addEventListener("click", (event) => {
      const frame = Math.round((event.offsetX - INSET) / this.way);
      onSeek(Math.max(0, Math.min(this.length - 1, frame)));
    });
    this.legend = make("figcaption", {}, `${name}: `);
    this.values = [];
    this.element = make("figure", {}, this.svg, this.legend);
    this.length = 1;
    this.way = 1;
  }

  /** @param {number} seat @param {number} number @param {number} value */
  add(seat, number, value) {
    (this.bySeat[seat] ??= []).push({ number, value });
  }

  /** @param {number} length @param {number} number */
  draw(length, number) {
    const width = this.element.clientWidth;
    if (!width) return;
    const key = `${width} ${length}`;
    this.length = length;
    this.way = (width - 2 * INSET) / Math.max(1, length - 1);
    if (key !== this.drawn) this.redraw(width, key);
    const x = INSET + number * this.way;
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
    this.bySeat.forEach((points, seat) => {
      const value = points[behind(points, number) - 1]?.value;
      setText(this.value(seat), value === undefined ? "–" : this.told(value));
    });
  }

  /** @param {number} width @param {string} key */
  redraw(width, key) {
    this.drawn = key;
    this.svg.setAttribute("width", String(width));
    const shown = this.bySeat.map((points) => points.slice(0, behind(points, this.length - 1)));
    const values = shown.flat().map(({ value }) => value);
    const highest = values.reduce((one, other) => Math.max(one, other), 1);
    setText(this.top, this.told(highest));
    // Times differ by orders of magnitude: a step up is ten times as long.
    const scaled = this.isTimes ? (value) => Math.log10(value + 1) : (value) => value;
    const [most, least] = [scaled(highest), scaled(values.reduce((one, other) => Math.min(one, other), 0))];
    /** @param {number} value */
    const y = (value) => Math.round((HEIGHT - 3 - ((scaled(value) - least) / (most - least)) * (HEIGHT - 16)) * 10) / 10;
    this.lines.replaceChildren(...shown.map((points, seat) => {
      // One point a pixel: the highest of times, the last of the others.
      const columns = new Map();
      for (const { number, value } of points) {
        const x = Math.round(INSET + number * this.way);
        columns.set(x, this.isTimes ? Math.max(value, columns.get(x) ?? 0) : value);
      }
      const steps = [...columns].map(([x, value], index) => {
        if (this.isTimes) return `M${x} ${y(value)}h.01`;
        return index ? `H${x}V${y(value)}` : `M${x} ${y(value)}`;
      });
      return svg("path", { class: `s-seat${seat} ${this.isTimes ? "dots" : "curve"}`, d: steps.join("") });
    }));
  }

  /** @param {number} value */
  told(value) {
    return this.isTimes ? spanText(value) : String(value);
  }

  /** @param {number} seat */
  value(seat) {
    if (!this.values[seat]) {
      this.values[seat] = make("span", { class: "value" });
      this.legend.append(nameNode(this.players[seat], seat), " ", this.values[seat], " ");
    }
    return this.values[seat];
  }
}
