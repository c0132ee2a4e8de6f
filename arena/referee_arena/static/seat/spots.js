/** A question for cells of a grid: by clicks, or by row and column. */
import { make } from "../page.js";

export class SpotsAsk {
  /**
   * @param {any} ask
   * @param {() => void} changed
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.spots = [];
    this.kind = make("select", {}, ...ask.kinds.map((label) => make("option", {}, label)));
    const number = (most) => make("input", { type: "number", min: 0, max: most - 1, value: 0 });
    [this.row, this.column] = [number(ask.rows), number(ask.columns)];
    this.list = make("ol", { class: "picked", "aria-label": ask.title });
    this.node = make("fieldset", { class: "ask spots" }, make("legend", {}, `${ask.title} (at most ${ask.most}; a click on a cell adds one)`),
      make("div", { class: "numbers" }, make("label", {}, "What ", this.kind), make("label", {}, "Row ", this.row), make("label", {}, "Column ", this.column),
        make("button", { type: "button", onclick: () => this.add(this.row.valueAsNumber, this.column.valueAsNumber) }, "Add")),
      this.list);
    this.set([]);
  }

  get() {
    return this.spots.map((spot) => [...spot]);
  }

  set(answer) {
    this.spots = answer.map((spot) => [...spot]);
    const items = this.spots.map((spot, index) =>
      make("li", {}, this.label(spot), make("button", { type: "button", "aria-label": `remove: ${this.label(spot)}`, onclick: () => this.remove(index) }, "×")));
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
  }

  problem() {
    return "";
  }

  summary() {
    return this.spots.map((spot) => this.label(spot)).join("; ");
  }

  label([kind, row, column]) {
    return `${this.ask.kinds[kind]} at ${row},${column}`;
  }

  pick(refs) {
    const place = refs.find((ref) => /^\d+,\d+$/.test(ref));
    if (!place) return false;
    const [row, column] = place.split(",").map(Number);
    this.add(row, column);
    return true;
  }

  places() {
    return [];
  }

  add(row, column) {
    const { rows, columns, most } = this.ask;
    if (!(row >= 0 && row < rows && column >= 0 && column < columns) || this.spots.length >= most) return;
    this.set([...this.spots, [this.kind.selectedIndex, row, column]]);
    this.changed();
  }

  remove(index) {
    this.set(this.spots.filter((_, place) => place !== index));
    this.kind.focus();
    this.changed();
  }
}
