/** Draws a scene into an element, and keeps what it has drawn. */
import { Keyed, attribute, el, setText } from "./dom.js";
import { GridPart } from "./grid.js";
import { RoomsPart } from "./rooms.js";
import { LinesPart, VersusPart } from "./sides.js";
import { TablePart } from "./table.js";
import { Tip } from "./tip.js";

const PARTS = { grid: GridPart, rooms: RoomsPart, table: TablePart, lines: LinesPart, versus: VersusPart };
/** Milliseconds between two scenes below which nothing is animated. */
const QUICK = 280;

let views = 0;

export class SceneView {
  /**
   * @param {HTMLElement} root the element it fills
   * @param {{players?: string[], onPick?: (ref: string) => void}} [match]
   */
  constructor(root, { players = [], onPick = () => {} } = {}) {
    this.root = root;
    this.players = players;
    this.onPick = onPick;
    this.uid = `view${(views += 1)}`;
    /** What is told of an element that is looked at. @type {WeakMap<Element, () => Node[]>} */
    this.tips = new WeakMap();
    this.refs = new Set();
    this.hovered = "";
    this.hoveredPlace = "";
    this.lit = new Set();
    this.drawnAt = 0;
    this.sizes = new Map();
    this.observer = new ResizeObserver((entries) => entries.forEach((entry) => this.sizes.get(entry.target)?.()));
    this.title = el("h2", "scene-title");
    const stage = el("div", "stage");
    const aside = el("div", "aside");
    this.body = el("div", "scene-body");
    this.body.append(stage, aside);
    root.classList.add("scene");
    root.replaceChildren(this.title, this.body);
    this.tip = new Tip(root);
    this.stage = new Keyed(stage, (key) => new Part(key, this));
    this.aside = new Keyed(aside, (key) => new Part(key, this));
    this.watch();
  }

  /**
   * Draw a scene; null clears.
   * @param {any | null} scene
   */
  draw(scene) {
    const now = performance.now();
    this.root.classList.toggle("quick", now - this.drawnAt < QUICK);
    this.drawnAt = now;
    setText(this.title, scene?.title || "");
    this.title.hidden = !scene?.title;
    const sorted = { stage: [], aside: [] };
    Object.entries(scene?.parts || {}).forEach(([id, part], index) => {
      if (!PARTS[part.type]) return;
      const isStaged = part.type === "grid" || part.type === "rooms" || part.type === "versus";
      sorted[isStaged ? "stage" : "aside"].push([`${part.type}:${id}`, { part, index, isTitled: part.title !== scene.title }]);
    });
    this.stage.draw(sorted.stage);
    this.aside.draw(sorted.aside);
    attribute(this.body, "class", `scene-body${sorted.stage.length ? "" : " no-stage"}${sorted.aside.length ? "" : " no-aside"}`);
    this.relight();
    this.retell();
  }

  /**
   * Highlight everything of some references.
   * @param {Set<string>} refs
   */
  light(refs) {
    this.refs = new Set(refs);
    this.relight();
  }

  /** Return the scene in sentences. */
  text() {
    const parts = [...this.stage.drawers.values()].map(({ drawer }) => drawer.text());
    return [this.title.textContent, ...parts].filter((each) => each).join(". ");
  }

  /**
   * Tell whoever made this that something was clicked.
   * @param {string} ref
   */
  pick(ref) {
    this.onPick(ref);
  }

  /**
   * Call when an element's size has changed, after it was laid out.
   * @param {Element} node
   * @param {() => void} tell
   */
  watchSize(node, tell) {
    this.sizes.set(node, tell);
    this.observer.observe(node);
  }

  /**
   * Stop what was asked for within an element that is gone.
   * @param {Element} gone
   */
  forget(gone) {
    for (const node of this.sizes.keys()) {
      if (!gone.contains(node)) continue;
      this.observer.unobserve(node);
      this.sizes.delete(node);
    }
  }

  /**
   * Tell of a place that has no element of its own.
   * @param {string} place
   * @param {Element} anchor
   * @param {PointerEvent} event
   * @param {Node[]} told
   */
  hoverPlace(place, anchor, event, told) {
    this.hoveredPlace = place;
    this.hover(place);
    if (told.length) this.tip.show(anchor, told, new DOMRect(event.clientX - 8, event.clientY - 8, 16, 16));
    else this.tip.hide();
  }

  watch() {
    const { root } = this;
    const look = (target) => {
      const node = target.closest?.("[data-ref], .cluster");
      this.hoveredPlace = "";
      this.hover(node?.dataset.ref || "");
      this.tell(node);
    };
    root.addEventListener("pointerover", (event) => look(event.target));
    root.addEventListener("pointerleave", () => look(root));
    root.addEventListener("focusin", (event) => look(event.target));
    root.addEventListener("focusout", () => look(root));
    root.addEventListener("click", (event) => {
      const ref = event.target.closest("[data-ref]")?.dataset.ref;
      if (ref) this.pick(ref);
    });
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.tip.hide();
      const token = event.target.closest("g.token");
      if (!token || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopPropagation();
      this.pick(token.dataset.ref);
    });
  }

  /** @param {Element | null} node */
  tell(node) {
    const told = node ? (this.tips.get(node)?.() ?? []) : [];
    if (told.length) this.tip.show(node, told);
    else this.tip.hide();
  }

  /** Tell anew of what is looked at, or no more if it is gone. */
  retell() {
    const { anchor } = this.tip;
    if (!anchor) return;
    if (!anchor.isConnected) this.tip.hide();
    else if (this.tips.has(anchor)) this.tell(anchor);
  }

  /** @param {string} ref */
  hover(ref) {
    if (ref === this.hovered) return;
    this.hovered = ref;
    this.relight();
  }

  relight() {
    const refs = this.hovered ? new Set([...this.refs, this.hovered]) : this.refs;
    const lit = new Set();
    for (const ref of refs) {
      const quoted = CSS.escape(ref);
      for (const node of this.root.querySelectorAll(`[data-ref="${quoted}"], [data-owner="${quoted}"]`)) lit.add(node);
    }
    for (const node of this.lit) if (!lit.has(node)) node.classList.remove("lit");
    for (const node of lit) node.classList.add("lit");
    this.lit = lit;
    for (const { drawer } of this.stage.drawers.values()) drawer.light(refs);
  }
}

/** A part of a scene under its heading; a minor one is folded where there is little room. */
class Part {
  /**
   * @param {string} key
   * @param {SceneView} view
   */
  constructor(key, view) {
    const [type, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    this.drawer = new PARTS[type](id, view);
    this.view = view;
    this.node = el("section", `part part-${type}`);
    this.head = el("h3", "part-title");
    this.node.append(this.head, this.drawer.node);
    this.fold = null;
  }

  /** @param {{part: any, index: number, isTitled: boolean}} told */
  draw({ part, index, isTitled }) {
    this.node.style.order = String(index);
    if (Boolean(part.minor) !== Boolean(this.fold)) this.refold(Boolean(part.minor));
    const title = part.title || (part.minor ? "more" : "");
    setText(this.head, title);
    attribute(this.head, "class", isTitled || part.minor ? "part-title" : "part-title unseen");
    this.head.hidden = !title;
    this.drawer.draw(part);
  }

  gone() {
    this.view.forget(this.node);
  }

  /** @param {boolean} isMinor */
  refold(isMinor) {
    if (!isMinor) {
      this.node.replaceChildren(this.head, this.drawer.node);
      this.fold = null;
      return;
    }
    this.fold = el("details");
    this.fold.open = this.view.root.clientWidth > 640;
    const summary = el("summary");
    summary.append(this.head);
    this.fold.append(summary, this.drawer.node);
    this.node.replaceChildren(this.fold);
  }
}
