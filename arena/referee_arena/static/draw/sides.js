/** Lines, and two sides against each other with what stands between them. */
import { Keyed, attribute, el } from "./dom.js";
import { seatNamed } from "./seats.js";
import { LineList, lineNode, lineText, nameNode } from "./spans.js";

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
    const clashes = el("div", "clashes");
    this.clashes = new Keyed(clashes, () => new Clash(view));
    this.node.append(this.sides.left.node, middle, this.sides.right.node, clashes);
  }

  /** @param {any} part */
  draw(part) {
    this.told = part;
    this.sides.left.draw(part.left);
    this.sides.right.draw(part.right);
    this.middle.draw(part.middle);
    this.middle.node.hidden = !part.middle.length;
    const { clashes = [] } = part;
    this.clashes.draw(clashes.map((clash, index) => [String(index), clash]));
    attribute(this.node, "class", `versus${part.middle.length ? "" : " bare"}${clashes.length ? " clashing" : ""}`);
  }

  light() {}

  text() {
    const side = ({ title, lines }) => `${title}: ${lines.map(lineText).join(", ")}`;
    const { left, right, middle } = this.told;
    return [side(left), side(right), ...middle.map(lineText)].join(". ");
  }
}

/** A blow: what struck, what it met, and between them what became of it. */
class Clash {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    this.node = el("div");
  }

  /** @param {{left: boolean, source: any[], target: any[], fate: string, text: string, why: string}} told */
  draw({ left, source, target, fate, text, why }) {
    attribute(this.node, "class", `clash ${fate} s-seat${left ? 0 : 1}${left ? "" : " back"}`);
    const shot = el("p", "shot");
    shot.append(el("b", "", text), el("i"), el("span", "why", why));
    this.node.replaceChildren(lineNode(source, this.view), shot, lineNode(target, this.view));
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
