/** Draws a scene into an element, and keeps what it has drawn. */
import { Keyed, attribute, el, setText } from "./dom.js";
import { hasLens } from "./grid.js";
import { PARTS, Part } from "./part.js";
import { Tip } from "./tip.js";

/** Milliseconds between two scenes below which nothing is animated. */
const QUICK = 280;

/** Fights that are drawn before the reader has come to the last of them. */
const FEW_FIGHTS = 6;

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
    /** Texts for the tip of an element. @type {WeakMap<Element, () => Node[]>} */
    this.tips = new WeakMap();
    this.refs = new Set();
    this.hovered = "";
    this.hoveredPlace = "";
    this.lit = new Set();
    this.drawnAt = 0;
    /** Whether a grid is shown. */
    this.hasGrid = false;
    /** Whether a grid or rooms are shown. */
    this.hasBoard = false;
    /** @type {any} What was drawn last. */
    this.scene = null;
    /** @type {WeakSet<Element>} Elements outside the root that have listeners already. */
    this.watched = new WeakSet();
    this.sizes = new Map();
    this.observer = new ResizeObserver((entries) => entries.forEach(({ target, contentRect }) => this.sizes.get(target)?.(contentRect.width)));
    this.title = el("h2", "scene-title");
    const [stage, aside, below] = ["stage", "aside", "below"].map((name) => el("div", name));
    this.body = el("div", "scene-body");
    this.body.append(stage, aside, below);
    /** Elements outside the root that tables and fights are shown in. @type {{tables: HTMLElement, fights: HTMLElement}|null} */
    this.lent = null;
    /** What the reader has folded, by part. @type {Map<string, boolean>} */
    this.folds = new Map();
    this.width = root.clientWidth || window.innerWidth;
    root.classList.add("scene");
    root.replaceChildren(this.title, this.body);
    this.tip = new Tip(root);
    this.stage = new Keyed(stage, (key) => new Part(key, this));
    this.aside = new Keyed(aside, (key) => new Part(key, this));
    this.below = new Keyed(below, (key) => new Part(key, this, true));
    this.fights = new Keyed(el("div", "fights"), (key) => new Part(key, this));
    this.mostFights = FEW_FIGHTS;
    /** Watches the last of the first fights: when the reader reaches it, all are drawn. */
    this.lastFight = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) this.mostFights = Infinity;
      if (isIntersecting) this.refresh();
    });
    this.watchSize(root, (width) => {
      this.width = width;
    });
    this.watch(root);
  }

  /**
   * Show tables, and fights next to a board, in elements outside the root; null takes them back.
   * @param {{tables: HTMLElement, fights: HTMLElement}|null} places
   */
  lend(places) {
    if (this.lent === places) return;
    this.lent = places;
    if (!places) this.body.append(this.aside.parent, this.below.parent);
    else {
      places.tables.replaceChildren(this.aside.parent, this.below.parent);
      places.fights.replaceChildren(this.fights.parent);
      for (const node of [this.aside.parent, this.below.parent, this.fights.parent]) {
        if (this.watched.has(node)) continue;
        this.watched.add(node);
        this.watch(node);
      }
    }
    if (this.scene) this.draw(this.scene, false);
  }

  /**
   * Draw a scene; null clears.
   * @param {any | null} scene
   * @param {boolean} [isNext] Whether it comes next to the one before: nothing moves from one to another moment.
   */
  draw(scene, isNext = true) {
    const now = performance.now();
    this.root.classList.toggle("quick", !isNext || now - this.drawnAt < QUICK);
    this.drawnAt = now;
    setText(this.title, scene?.title || "");
    this.title.hidden = !scene?.title;
    this.scene = scene;
    const sorted = { stage: [], aside: [], below: [], fights: [] };
    const parts = Object.entries(scene?.parts || {}).filter(([, { type }]) => PARTS[type]);
    this.hasGrid = parts.some(([, { type }]) => type === "grid");
    const hasBoard = this.hasBoard = this.hasGrid || parts.some(([, { type }]) => type === "rooms");
    // A scene of tables alone keeps them: there is nothing else to look at.
    const hasStage = hasBoard || parts.some(([, { type }]) => type === "versus");
    parts.forEach(([id, part], index) => {
      const where = this.placeOf(part, hasBoard, hasStage);
      sorted[where].push([`${part.type}:${id}`, { part, index, isTitled: part.title !== scene.title }]);
      if (this.lent && hasLens(part)) sorted.fights.push([`lens:${id}`, { part, index, isTitled: false }]);
    });
    if (this.lent) {
      const home = hasStage ? this.lent.tables : this.body;
      if (this.aside.parent.parentNode !== home) home.append(this.aside.parent, this.below.parent);
      this.lent.fights.hidden = !sorted.fights.length;
      this.lent.tables.hidden = !hasStage || !(sorted.aside.length || sorted.below.length);
    }
    // Tables behind a tab that is not open wait until it is; nothing of them stays when all is cleared.
    const isBehind = Boolean(scene) && this.lent?.tables.closest(".panel")?.hidden === true;
    for (const name in sorted) {
      if (isBehind && hasStage && (name === "aside" || name === "below")) continue;
      this[name].draw(name === "fights" ? sorted.fights.slice(0, this.mostFights) : sorted[name]);
      this[name].parent.style.setProperty("--parts", String(sorted[name].length));
    }
    this.lastFight.disconnect();
    if (sorted.fights.length > this.mostFights) this.lastFight.observe(this.fights.parent.lastElementChild);
    const isBare = !sorted.aside.length || (this.lent && hasStage);
    const isDuel = sorted.stage[0]?.[1].part.type === "versus";
    attribute(this.body, "class", `scene-body${sorted.stage.length ? "" : " no-stage"}${isBare ? " no-aside" : ""}${isDuel ? " dueling" : ""}`);
    this.relight();
    this.retell();
  }

  /** Draw what waited for its tab to be opened. */
  refresh() {
    if (this.scene) this.draw(this.scene, false);
  }

  /**
   * Return where a part is shown.
   * @param {any} part
   * @param {boolean} hasBoard
   * @param {boolean} hasStage Whether there is a board, or two sides.
   */
  placeOf({ type, minor }, hasBoard, hasStage) {
    if (type === "versus" && hasBoard && this.lent) return "fights";
    if (type === "grid" || type === "rooms" || type === "versus") return "stage";
    // Next to a duel there is room for what its dice and blows did.
    if (type === "lines" && !minor && !hasBoard && this.lent && hasStage) return "stage";
    return minor ? "below" : "aside";
  }

  /**
   * Highlight everything of some references.
   * @param {Set<string>} refs
   */
  light(refs) {
    this.refs = new Set(refs);
    this.relight();
  }

  /**
   * Report a click to the owner of this scene.
   * @param {string} ref
   */
  pick(ref) {
    this.onPick(ref);
  }

  /**
   * Call when an element's size has changed, after it was laid out.
   * @param {Element} node
   * @param {(width: number) => void} tell
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
   * Show the tip of a place that has no separate element.
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

  /** @param {HTMLElement} root */
  watch(root) {
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

  /** Update the tip of the element that is looked at; hide it if the element is gone. */
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
      for (const place of this.lent ? [this.root, this.lent.tables, this.lent.fights] : [this.root]) {
        for (const node of place.querySelectorAll(`[data-ref="${quoted}"], [data-owner="${quoted}"]`)) {
          lit.add(node);
          // A row stands for what its first cell names.
          const head = node.closest("th");
          if (head) lit.add(head.parentNode);
        }
      }
    }
    for (const node of this.lit) if (!lit.has(node)) node.classList.remove("lit");
    for (const node of lit) node.classList.add("lit");
    this.lit = lit;
    for (const { drawer } of this.stage.drawers.values()) drawer.light(refs);
  }
}
