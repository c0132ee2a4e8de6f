/** Lines, and two sides against each other with what stands between them. */
import { Keyed, attribute, el } from "./dom.js";
import { seatNamed } from "./seats.js";
import { LineList, lineNode, lineText, nameNode } from "./spans.js";

/** Lines between two sides from which on they are folded next to a board: what they have led to is what counts there. */
const MANY = 4;

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
    view.watchSize(this.pane, () => attribute(this.pane, "tabindex", this.pane.scrollWidth > this.pane.clientWidth + 1 ? 0 : null));
  }

  /** @param {any} part */
  draw(part) {
    attribute(this.node, "class", isAligned(part.lines) ? "lined aligned" : "lined");
    this.lines.draw(part.lines);
  }

  light() {}
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
    /** Holds the lines between the sides where there are many; they are not made before they are looked at. */
    this.fold = el("details", "blows");
    this.fold.open = view.folds.get("blows") ?? false;
    this.fold.append(el("summary", "", "blow by blow"));
    this.fold.addEventListener("toggle", () => {
      view.folds.set("blows", this.fold.open);
      this.drawMiddle();
    });
    const clashes = el("div", "clashes");
    this.clashes = new Keyed(clashes, () => new Clash(view));
    this.node.append(this.sides.left.node, middle, this.fold, this.sides.right.node, clashes);
  }

  /** @param {any} part */
  draw(part) {
    this.told = part;
    this.sides.left.draw(part.left);
    this.sides.right.draw(part.right);
    this.drawMiddle();
    const { clashes = [] } = part;
    this.clashes.draw(clashes.map((clash, index) => [String(index), clash]));
    attribute(this.node, "class", `versus${part.middle.length ? "" : " bare"}${clashes.length ? " clashing" : ""}`);
  }

  drawMiddle() {
    const { middle } = this.told;
    const { node } = this.middle;
    const isFolded = this.view.hasBoard && middle.length >= MANY;
    if (isFolded && node.parentNode !== this.fold) this.fold.append(node);
    else if (!isFolded && node.parentNode === this.fold) this.fold.before(node);
    this.fold.hidden = !isFolded;
    this.middle.draw(isFolded && !this.fold.open ? [] : middle);
    node.hidden = !middle.length;
  }

  light() {}
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
