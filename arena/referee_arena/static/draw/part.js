/** A part of a scene, of any type, under its heading. */
import { attribute, el, setText } from "./dom.js";
import { GridPart } from "./grid.js";
import { LensPart } from "./lens.js";
import { RoomsPart } from "./rooms.js";
import { LinesPart, VersusPart } from "./sides.js";
import { TablePart } from "./table.js";

export const PARTS = { grid: GridPart, lens: LensPart, rooms: RoomsPart, table: TablePart, lines: LinesPart, versus: VersusPart };

/** Pixels of a scene's width from which on minor parts are open at first. */
const ROOMY = 640;

/** A part of a scene under its heading; a minor one can be folded, and is so at first where there is little room. */
export class Part {
  /**
   * @param {string} key its type and its id
   * @param {SceneView} view
   * @param {boolean} [isMinor]
   */
  constructor(key, view, isMinor = false) {
    const [type, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    this.drawer = new PARTS[type](id, view);
    this.view = view;
    this.isMinor = isMinor;
    this.node = el("section", `part part-${type}`);
    this.head = el("h3", "part-title");
    if (isMinor) this.node.append(this.fold(key));
    else this.node.append(this.head, this.drawer.node);
  }

  /** @param {{part: any, index: number, isTitled: boolean}} told */
  draw({ part, index, isTitled }) {
    const title = part.title || (this.isMinor ? "more" : "");
    this.node.style.order = String(index);
    setText(this.head, title);
    attribute(this.head, "class", isTitled || this.isMinor ? "part-title" : "part-title unseen");
    this.head.hidden = !title;
    this.drawer.draw(part);
  }

  gone() {
    this.view.forget(this.node);
  }

  /**
   * Return what folds it, as its reader left it.
   * @param {string} key
   */
  fold(key) {
    const { folds, width } = this.view;
    const fold = el("details");
    const summary = el("summary");
    fold.open = folds.get(key) ?? width > ROOMY;
    summary.append(this.head);
    summary.addEventListener("click", () => folds.set(key, !fold.open));
    fold.append(summary, this.drawer.node);
    return fold;
  }
}
