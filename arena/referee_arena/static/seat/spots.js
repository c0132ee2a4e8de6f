/** A question for cells of a grid: by taps on the board, or by row and column. */
import { make } from "../page.js";
import { Ask } from "./ask.js";

export class SpotsAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    this.spots = [];
    this.kind = 0;
    this.kinds = ask.kinds.map((label, index) =>
      make("button", { type: "button", "aria-pressed": String(!index), onclick: () => this.choose(index) }, label));
    const number = (most) => make("input", { type: "number", min: 0, max: most - 1, value: 0, inputmode: "numeric" });
    [this.row, this.column] = [number(ask.rows), number(ask.columns)];
    this.adding = make("button", { type: "button", onclick: () => this.add(this.row.valueAsNumber, this.column.valueAsNumber) }, "Add");
    this.list = make("ol", { class: "picked", "aria-label": ask.title });
    this.build("spots", `${ask.title} (at most ${ask.most})`,
      make("p", { class: "hint" }, "Choose a sign, then tap its cell."),
      make("div", { class: "options signs", role: "group", "aria-label": "sign" }, ...this.kinds),
      make("details", {}, make("summary", {}, "by row and column"),
        make("div", { class: "numbers" }, make("label", {}, "Row ", this.row), make("label", {}, "Column ", this.column), this.adding)),
      this.list);
    this.set([]);
    this.first = JSON.stringify([]);
  }

  get() {
    return this.spots.map((spot) => [...spot]);
  }

  set(answer) {
    this.spots = answer.map((spot) => [...spot]);
    const items = this.spots.map((spot, index) =>
      make("li", {}, make("span", {}, this.label(spot)), make("button", { type: "button", "aria-label": `remove: ${this.label(spot)}`, onclick: () => this.remove(index) }, "×")));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
    this.adding.disabled = this.spots.length >= this.ask.most;
  }

  choose(index) {
    this.kind = index;
    this.kinds.forEach((each, place) => each.setAttribute("aria-pressed", String(place === index)));
  }

  summary() {
    return this.spots.map((spot) => this.label(spot)).join(", ");
  }

  label([kind, row, column]) {
    return `${this.ask.kinds[kind]} at ${row},${column}`;
  }

  pick(refs) {
    const place = refs.find((ref) => /^\d+,\d+$/.test(ref));
    if (!place) return false;
    const [row, column] = place.split(",").map(Number);
    const here = this.spots.findIndex(([kind, ...at]) => kind === this.kind && at[0] === row && at[1] === column);
    if (here >= 0) this.remove(here, false);
    else this.add(row, column);
    return true;
  }

  get isOnBoard() {
    return true;
  }

  marks() {
    return this.spots.map(([kind, row, column]) => ({ shape: "ring", at: [`${row},${column}`], text: this.ask.kinds[kind] }));
  }

  add(row, column) {
    const { rows, columns, most } = this.ask;
    if (!(row >= 0 && row < rows && column >= 0 && column < columns) || this.spots.length >= most) return;
    this.set([...this.spots, [this.kind, row, column]]);
    this.changed();
  }

  remove(index, hasFocus = true) {
    this.set(this.spots.filter((_, place) => place !== index));
    if (hasFocus) this.kinds[this.kind].focus();
    this.changed();
  }
}
