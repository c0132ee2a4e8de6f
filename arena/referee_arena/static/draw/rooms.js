/** Rooms: boxes in rows and columns, doors between them, and tokens that stand inside. */
import { Keyed, attribute, el, same, svg } from "./dom.js";
import { iconPicture } from "./icons.js";
import { Marks } from "./marks.js";
import { rove, settle } from "./rove.js";
import { isRinged, shapePath } from "./seats.js";
import { isAlike } from "./token.js";
import { LineList, nameNode } from "./spans.js";
import { byPlace, drawnOf, tokenText, tokenTip } from "./tokens.js";

/** Tokens that a room shows one by one. */
const BESIDE = 6;
/** Height and width of a room with the gap around it, in rem. */
const ROOM = [6.75, 9.25];
/** Characters of a door's text that are drawn. */
const WORD = 10;

export class RoomsPart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.told = null;
    this.frame = 0;
    this.boxes = new Map();
    this.node = el("div", "field rooms");
    const pane = el("div", "pane");
    this.pane = pane;
    /** Whether the reader has scrolled, and is left alone. */
    this.isLoose = false;
    for (const each of ["wheel", "touchmove", "keydown"]) {
      pane.addEventListener(each, () => (this.isLoose = true), { passive: true });
    }
    this.map = el("div", "map");
    this.map.setAttribute("role", "group");
    const layer = (name) => svg("svg", { class: name });
    this.doors = layer("doors");
    this.doors.setAttribute("aria-hidden", "true");
    this.words = layer("words");
    this.words.setAttribute("aria-hidden", "true");
    const [under, over] = ["under", "over"].map(layer);
    const groups = el("div", "layer");
    const rooms = el("div", "layer");
    this.map.append(groups, this.doors, under, rooms, this.words, over);
    pane.append(this.map);
    this.node.append(pane);
    this.groups = new Keyed(groups, () => new Group());
    /** Tokens that are shown one by one, by key: one that goes to another room keeps its element. @type {Map<string, Chip>} */
    this.chips = new Map();
    this.rooms = new Keyed(rooms, (key) => new Room(key, this));
    this.marks = new Marks(under, over, (place) => this.boxes.get(place) || null, (place) => this.nameOf(place), true);
    rove(this.map);
    view.watchSize(pane, () => {
      attribute(pane, "tabindex", pane.scrollWidth > pane.clientWidth + 1 ? 0 : null);
      this.shown = this.laid = "";
      this.measure();
      this.turn();
      this.later();
    });
    /** @type {number[]|null} Height and width that the page gives, in rem. */
    this.given = null;
    /** Numbers of rows and columns with rooms, and for each row whether it has any. */
    this.size = [1, 1];
    this.rows = [true];
    this.isWorded = this.isGrouped = this.isTurned = this.isTight = false;
    /** What says where rooms are, as far as it is not what they contain: as it is now, and when they were measured. */
    this.layout = this.laid = "";
  }

  /** @param {any} part */
  draw(part) {
    const old = this.told;
    this.told = part;
    attribute(this.map, "aria-label", part.title || "map");
    if (!old || !same(old.rooms, part.rooms) || !same(old.doors, part.doors) || !same(old.tokens, part.tokens)) {
      this.arrange(part);
      const places = byPlace(part.tokens);
      if (!old || old.doors !== part.doors || old.rooms !== part.rooms) this.ways = waysOf(part);
      this.groups.draw(framesOf(part.rooms, (room) => this.at(room)));
      const entries = Object.entries(part.rooms).map(([id, room]) => [
        id,
        {
          room,
          at: this.at(room),
          ways: this.ways.get(id) ?? "",
          tokens: (places.get(id) || []).map((key) => [key, part.tokens[key]]),
        },
      ]);
      const focused = this.map.contains(document.activeElement) ? document.activeElement : null;
      this.rooms.draw(entries);
      for (const key of this.chips.keys()) if (!part.tokens[key]) this.chips.delete(key);
      if (focused && focused !== document.activeElement && this.map.contains(focused)) focused.focus({ preventScroll: true });
      settle(this.map);
    }
    if (!old || old.focus !== part.focus || !same([old.rooms, old.doors, old.marks, old.tokens], [part.rooms, part.doors, part.marks, part.tokens])) this.later();
  }

  /** Set rows and columns; those without a room are narrow, and doors with a text between rooms of a row need a gap. */
  arrange({ rooms, doors }) {
    const places = Object.values(rooms).map((room) => this.at(room));
    const taken = [0, 1].map((axis) => {
      const used = new Set(places.map((at) => at[axis]));
      return Array.from({ length: 1 + Math.max(0, ...used) }, (_, index) => used.has(index));
    });
    const columns = tracks(taken[1], "minmax(var(--room), 1fr)");
    const { style } = this.map;
    style.setProperty("--columns", String(columns.length));
    style.gridTemplateColumns = columns.join(" ");
    this.rows = taken[0];
    this.placed = `${columns} ${Object.keys(rooms)} ${places}`;
    this.size = taken.map((used) => used.filter((each) => each).length);
    this.isGrouped = Object.values(rooms).some((room) => room.group);
    this.isWorded = doors.some(([one, other, , text]) => text && rooms[one]?.at[0] === rooms[other]?.at[0]);
    this.tighten();
  }

  /** Find how many rem the page gives, where it gives a height: after a layout, as each question would cost one. */
  measure() {
    const fits = getComputedStyle(this.node).getPropertyValue("--fits");
    const stage = fits ? this.node.closest(".stage") : null;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.given = stage && [fits > 1 ? Infinity : stage.clientHeight / rem, stage.clientWidth / rem];
  }

  /** Make rooms small rather than let them leave what is given. */
  tighten() {
    this.isTight = (this.isGrouped || this.given?.[0] < Infinity) && this.given?.some((given, axis) => this.size[axis] * ROOM[axis] > given);
    const rows = tracks(this.rows, this.isTight ? "minmax(var(--row, 0px), 1fr)" : "minmax(4.5rem, auto)").join(" ");
    const looks = `map${this.isGrouped ? " grouped" : ""}${this.isWorded ? " worded" : ""}${this.isTight ? " tight" : ""}`;
    this.map.style.gridTemplateRows = rows;
    attribute(this.map, "class", looks);
    // A class, as `:has()` would be asked again with each change of a room.
    this.node.parentElement?.classList.toggle("tightened", this.isTight);
    this.layout = `${looks} ${rows} ${this.placed}`;
  }

  /** Lay a map that is too high for a wide pane on its side. */
  turn() {
    const [high, wide] = this.isTurned ? [...this.size].reverse() : this.size;
    const [height, width] = this.given ?? [Infinity, 0];
    const { isTurned, told } = this;
    this.isTurned = this.isGrouped && high > wide && width > height && high * ROOM[0] > height;
    if (this.isTurned === isTurned) this.tighten();
    else {
      this.told = null;
      this.draw(told);
    }
  }

  /** Return row and column of a room. */
  at({ at: [row, column] }) {
    return this.isTurned ? [column, row] : [row, column];
  }

  light() {}

  /** @param {string} id */
  nameOf(id) {
    return this.told?.rooms[id]?.name || id;
  }

  /** Draw doors and marks when all is laid out, as nothing is measured before; at once where nothing has to be measured. */
  later() {
    if (this.isStill) this.connect();
    else if (!this.frame) this.frame = requestAnimationFrame(() => this.connect());
  }

  /** Whether rooms are where they were: small ones don't grow with what they contain. */
  get isStill() {
    return this.isTight && this.laid === this.layout;
  }

  connect() {
    this.frame = 0;
    if (!this.told || !this.node.isConnected) return;
    const boxes = this.isStill ? this.boxes : this.measured();
    /** Of the pane and of what it scrolls, in pixels. */
    const [shown, all] = this.widths;
    const isMoved = boxes !== this.boxes && !same([...boxes], [...this.boxes]);
    this.boxes = boxes;
    if (isMoved || !same(this.drawnDoors, this.told.doors)) {
      this.drawnDoors = this.told.doors;
      const doors = this.told.doors.filter(([one, other]) => boxes.has(one) && boxes.has(other));
      this.doors.replaceChildren(...waysDrawn(doors, boxes));
      this.words.replaceChildren(...doors.filter((door) => door[3]).map((door) => wordNode(door, boxes)));
    }
    this.marks.draw(this.told.marks, isMoved);
    const focus = this.boxes.get(this.told.focus);
    if (!focus || this.isLoose || this.shown === this.told.focus) return;
    this.shown = this.told.focus;
    if (all > shown + 1) this.pane.scrollLeft = focus.x + focus.width / 2 - shown / 2;
  }

  /** Return where rooms are. All is measured before anything is drawn: a question in between would have it laid out twice. */
  measured() {
    const boxes = new Map();
    for (const [id, { node }] of this.rooms.drawers) {
      boxes.set(id, { x: node.offsetLeft, y: node.offsetTop, width: node.offsetWidth, height: node.offsetHeight });
    }
    this.widths = [this.pane.clientWidth, this.pane.scrollWidth];
    // What is not shown has no place.
    this.laid = this.widths[0] ? this.layout : "";
    return boxes;
  }
}

/** Return sizes of rows or columns: those without a room are narrow. @param {boolean[]} taken @param {string} used */
function tracks(taken, used) {
  return taken.map((isTaken) => (isTaken ? used : "0.5rem"));
}

/** The frame of rooms that belong together. */
class Group {
  constructor() {
    this.node = el("div", "group");
    this.name = el("span", "group-name");
    this.node.append(this.name);
  }

  /** @param {{name: string, top: number, left: number, bottom: number, right: number}} told */
  draw({ name, top, left, bottom, right }) {
    this.name.replaceChildren(nameNode(name));
    this.node.style.gridArea = `${top + 1} / ${left + 1} / ${bottom + 2} / ${right + 2}`;
  }
}

class Room {
  /**
   * @param {string} id
   * @param {RoomsPart} part
   */
  constructor(id, part) {
    this.part = part;
    this.id = id;
    const { view } = part;
    this.node = el("div");
    this.node.setAttribute("role", "group");
    this.node.dataset.ref = id;
    this.name = el("p", "room-name");
    const lines = el("div", "room-lines");
    const tokens = el("div", "room-tokens");
    this.node.append(this.name);
    this.lines = new LineList(lines, view.players, "p");
    this.tokens = new Keyed(tokens, (key) => {
      const chip = key === "," ? new More() : (part.chips.get(key) ?? new Chip(key, view));
      if (key !== ",") part.chips.set(key, chip);
      view.tips.set(chip.node, () => this.tip(key));
      return chip;
    });
    this.here = [];
  }

  /** @param {{room: any, at: number[], ways: string, tokens: [string, any][]}} told */
  draw({ room, at: [row, column], ways, tokens }) {
    this.here = tokens;
    attribute(this.node, "class", `room s-${room.style}`);
    const known = room.style === "hidden" ? ", unknown" : room.style === "faint" ? ", remembered" : "";
    attribute(this.node, "aria-label", `${room.name}${known}${ways && `; ${ways}`}`);
    this.node.style.gridArea = `${row + 1} / ${column + 1}`;
    if (this.name.textContent !== room.name) {
      const node = nameNode(room.name);
      // A small room shows its number alone.
      const numbered = /^(\D+ )\d+$/.exec(room.name);
      if (numbered) node.replaceChildren(el("span", "word", numbered[1]), room.name.slice(numbered[1].length));
      this.name.replaceChildren(node);
    }
    this.lines.draw(room.lines);
    const drawn = drawnOf(tokens.length, BESIDE);
    const more = drawn < tokens.length ? [[",", { count: tokens.length - drawn, all: tokens.length, name: room.name }]] : [];
    const shown = tokens.slice(0, drawn).map(([key, token], index) => {
      const follows = index > 0 && token.owner !== undefined && token.owner === tokens[index - 1][1].owner;
      return [key, follows ? { ...token, follows } : token];
    });
    this.tokens.draw([...shown, ...more]);
    // What is empty is not in the page: most of a dungeon's rooms are, and each element has to be styled.
    const [list, box] = [this.lines.node, this.tokens.parent];
    if (!room.lines.length) list.remove();
    else if (!list.parentNode) this.name.after(list);
    if (!tokens.length) box.remove();
    else if (!box.parentNode) this.node.append(box);
  }

  /** @param {string} key */
  tip(key) {
    const { players } = this.part.view;
    return this.here.filter(([id]) => key === "," || id === key).map(([, token]) => tokenTip(token, players));
  }
}

/** A token in a room. */
class Chip {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.node = el("button");
    this.node.setAttribute("type", "button");
    this.node.dataset.ref = `token:${id}`;
    this.token = null;
    this.fills = [];
  }

  /** @param {any} token */
  draw(token) {
    const { kind: [, , style], owner, bars = [], remembered, follows } = token;
    const isOwned = owner !== undefined;
    attribute(this.node, "class", `token chip ${isOwned ? `owned s-seat${owner}` : `free s-${style}`}${remembered ? " remembered" : ""}${follows ? " follows" : ""}`);
    attribute(this.node, "aria-label", tokenText(token, this.view.players));
    const old = this.token;
    this.token = token;
    if (!old || !isAlike(old, token)) this.build(token);
    bars.slice(0, 2).forEach(([, value, most], index) => {
      this.fills[index].style.transform = `scaleX(${Math.round(1000 * Math.max(0, Math.min(1, value / most))) / 1000})`;
    });
  }

  /** @param {any} token */
  build({ kind: [, glyph, , , icon], owner, count = 1, bars = [] }) {
    const isOwned = owner !== undefined;
    if (isOwned) this.node.dataset.owner = `seat:${owner}`;
    else delete this.node.dataset.owner;
    const nodes = isOwned ? [badgeNode(owner)] : [];
    const sign = iconPicture(icon);
    if (sign) nodes.push(sign);
    else if (glyph && glyph !== String(owner)) nodes.push(el("span", "glyph", glyph));
    else if (!isOwned) nodes.push(el("span", "glyph", "•"));
    if (count > 1) nodes.push(el("span", "count", `×${count}`));
    this.fills = bars.slice(0, 2).map((_, index) => {
      const track = el("span", "track");
      const inside = el("span", `inside inside${index}`);
      track.append(inside);
      nodes.push(track);
      return inside;
    });
    this.node.replaceChildren(...nodes);
  }
}

/** Stands for the tokens of a room that it has no room for. */
class More {
  constructor() {
    this.node = el("button", "token chip cluster");
    this.node.setAttribute("type", "button");
  }

  /** @param {{count: number, all: number, name: string}} told */
  draw({ count, all, name }) {
    this.node.textContent = `+${count}`;
    this.node.setAttribute("aria-label", `all ${all} in ${name}`);
  }
}

/**
 * Return the badge of a seat: its number on its shape.
 * @param {number} seat
 */
export function badgeNode(seat) {
  const node = svg("svg", { class: `seat-badge s-seat${seat}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  node.append(svg("path", { class: "shape", d: shapePath(seat, 9.5) }));
  if (isRinged(seat)) node.append(svg("path", { class: "ring", d: shapePath(seat, 7.6) }));
  node.append(svg("text", { class: "glyph", y: 0.5 }, String(seat)));
  return node;
}

/** Return frames around groups, by name; a group whose rooms lie apart has one around all of them. */
function framesOf(rooms, at) {
  const frames = new Map();
  for (const room of Object.values(rooms)) {
    const { group } = room;
    if (!group) continue;
    const [row, column] = at(room);
    const frame = frames.get(group) || { name: group, top: row, left: column, bottom: row, right: column };
    frame.top = Math.min(frame.top, row);
    frame.left = Math.min(frame.left, column);
    frame.bottom = Math.max(frame.bottom, row);
    frame.right = Math.max(frame.right, column);
    frames.set(group, frame);
  }
  return [...frames];
}

/** Return by room in words where its doors lead, and what they are. */
function waysOf({ rooms, doors }) {
  const ways = new Map();
  const add = (from, to, text) => {
    const before = ways.get(from);
    ways.set(from, `${before ? `${before}, ` : "ways to "}${rooms[to]?.name || to}${text ? ` (${text})` : ""}`);
  };
  for (const [one, other, style, text] of doors) {
    const what = text || (style === "faint" ? "closed" : style === "hidden" ? "perhaps" : "");
    add(one, other, what);
    add(other, one, what);
  }
  return ways;
}

/** Return doors as lines from room to room, which lie above them: one path for those of each style. */
function waysDrawn(doors, boxes) {
  const middle = ({ x, y, width, height }) => `${x + width / 2} ${y + height / 2}`;
  const paths = new Map();
  for (const [one, other, style] of doors) {
    paths.set(style, `${paths.get(style) ?? ""}M${middle(boxes.get(one))}L${middle(boxes.get(other))}`);
  }
  return [...paths].map(([style, d]) => svg("path", { class: `way s-${style}`, d }));
}

/** Return what a door is, in the gap between its rooms. */
function wordNode([one, other, style, text], boxes) {
  const [from, to] = [boxes.get(one), boxes.get(other)];
  const [x, y] = [between(from.x, from.width, to.x, to.width), between(from.y, from.height, to.y, to.height)];
  return svg("text", { class: `s-${style}`, x, y }, text.length > WORD ? `${text.slice(0, WORD - 1)}…` : text);
}

/** Return the middle of the gap between two spans, or of what they share. */
function between(one, oneSize, other, otherSize) {
  const [start, end] = one < other ? [one + oneSize, other] : [other + otherSize, one];
  return Math.round(start <= end ? (start + end) / 2 : (Math.max(one, other) + Math.min(one + oneSize, other + otherSize)) / 2);
}
