/** Lines, and two sides against each other with what stands between them. */
import { attribute, el } from "./dom.js";
import { seatNamed } from "./seats.js";
import { LineList, lineText, nameNode } from "./spans.js";

export class LinesPart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.node = el("div", "lined");
    this.pane = el("div", "pane");
    this.list = el("ul", "lines");
    this.list.setAttribute("role", "list");
    this.pane.append(this.list);
    this.node.append(this.pane);
    this.lines = new LineList(this.list, view.players);
    this.told = null;
    view.watchSize(this.pane, () => attribute(this.pane, "tabindex", this.pane.scrollWidth > this.pane.clientWidth + 1 ? 0 : null));
  }

  /** @param {any} part */
  draw(part) {
    this.told = part;
    attribute(this.node, "class", isAligned(part.lines) ? "lined aligned" : "lined");
    this.lines.draw(part.lines);
  }

  light() {}

  text() {
    return this.told.title;
  }
}

export class VersusPart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.told = null;
    this.node = el("div", "versus");
    this.sides = { left: new Side(view, "left"), right: new Side(view, "right") };
    const middle = el("ul", "lines middle");
    middle.setAttribute("role", "list");
    this.middle = new LineList(middle, view.players);
    this.node.append(this.sides.left.node, middle, this.sides.right.node);
  }

  /** @param {any} part */
  draw(part) {
    this.told = part;
    this.sides.left.draw(part.left);
    this.sides.right.draw(part.right);
    this.middle.draw(part.middle);
    this.middle.node.hidden = !part.middle.length;
    this.node.classList.toggle("bare", !part.middle.length);
  }

  light() {}

  text() {
    const side = ({ title, lines }) => `${title}: ${lines.map(lineText).join(", ")}`;
    const { left, right, middle } = this.told;
    return [side(left), side(right), ...middle.map(lineText)].join(". ");
  }
}

/** One side: its title, its tokens and its lines. */
class Side {
  /**
   * @param {any} view
   * @param {string} name
   */
  constructor(view, name) {
    this.view = view;
    this.node = el("section", `side ${name}`);
    this.head = el("h4", "side-name");
    const list = el("ul", "lines");
    list.setAttribute("role", "list");
    this.lines = new LineList(list, view.players);
    this.node.append(this.head, list);
    this.title = null;
  }

  /** @param {{title: string, lines: any[][]}} told */
  draw({ title, lines }) {
    if (title !== this.title) {
      this.title = title;
      const seat = seatNamed(title, null, this.view.players);
      const name = nameNode(title, seat);
      if (seat !== null) name.dataset.ref = `seat:${seat}`;
      this.head.replaceChildren(name);
    }
    this.lines.draw(lines);
  }
}

/** Return whether lines are set in columns by blanks, as for a terminal. */
function isAligned(lines) {
  return lines.some((line) => /\S {2}|^ |[─│█░┼]/.test(lineText(line)));
}
