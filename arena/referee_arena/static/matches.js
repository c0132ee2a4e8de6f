/** The search for matches of a tournament: all of them are in the page, so that it works without a server. */
import { keepInAddress, make } from "./page.js";
import { keepFresh } from "./fresh.js";
import { startSwitch } from "./results.js";

/** Matches a page of the list. */
const LISTED = 50;

/**
 * @typedef {[number, number, number[], number[], number[], number, number, (string | number)[], string]} Row
 *   Number, numbers of cause and names by seat, placements, scores, faults as bits, 1 if there is a page of it, the
 *   result as a sentence of texts and numbers of names, and its stage.
 * @typedef {{names: string[], addresses: (string | null)[], causes: string[], faults: string[], match: string, live?: string | null, rows: Row[]}} Table
 * @typedef {{bot: string, rival: string, result: string, cause: string, fault: string, text: string}} Wanted
 */

/**
 * Start the page.
 * @param {Table} table
 */
export function startMatches(table) {
  startSwitch();
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  if (!search || !found) return;
  const shown = new Search(table, search, found);
  if (table.live) keepFresh(table.live, (told) => shown.renew(JSON.parse(told.getElementById("page")?.textContent ?? "{}")));
}

class Search {
  /** @param {Table} table @param {HTMLElement} search @param {HTMLElement} found */
  constructor(table, search, found) {
    this.table = table;
    this.found = found;
    this.rows = table.rows.slice().reverse();
    this.page = 0;
    const names = table.names.slice().sort((one, other) => one.localeCompare(other));
    this.fields = {
      text: make("input", { type: "search", name: "text", autocomplete: "off", placeholder: "number or part of a name" }),
      bot: choice("bot", names),
      rival: choice("rival", names),
      result: choice("result", ["won", "drawn", "lost"]),
      cause: choice("cause", table.causes),
      fault: choice("fault", ["any", ...table.faults]),
    };
    const form = make("form", { class: "search", role: "search" });
    const told = { text: "search", bot: "bot", rival: "against or with", result: "and it", cause: "ended by", fault: "faults" };
    for (const [name, field] of Object.entries(this.fields)) form.append(make("label", {}, told[name], field));
    form.append(make("button", { type: "reset" }, "clear"));
    form.addEventListener("input", () => this.look());
    form.addEventListener("reset", () => setTimeout(() => this.look()));
    form.addEventListener("submit", (event) => event.preventDefault());
    search.append(form);
    addEventListener("hashchange", () => this.read());
    this.read();
  }

  /**
   * Show a newer list of matches.
   * @param {Table} table
   */
  renew(table) {
    if (table.rows.length === 0) return;
    this.table = table;
    this.rows = table.rows.slice().reverse();
    for (const name of ["bot", "rival", "cause"]) {
      const known = new Set(Array.from(this.fields[name].options, (option) => option.value));
      const values = name === "cause" ? table.causes : table.names;
      this.fields[name].append(...values.filter((value) => !known.has(value)).map(option));
    }
    this.show();
  }

  /** Take what is wanted from the address. */
  read() {
    const told = new URLSearchParams(location.hash.slice(1));
    for (const [name, field] of Object.entries(this.fields)) field.value = told.get(name) ?? "";
    this.page = Math.max(0, Number(told.get("page") ?? 1) - 1) || 0;
    this.show();
  }

  /** Take it from the form. */
  look() {
    this.page = 0;
    this.show();
    this.keep();
  }

  /** Let the address say what is shown, so that it can be sent to somebody. */
  keep() {
    const told = new URLSearchParams();
    for (const [name, field] of Object.entries(this.fields)) if (field.value) told.set(name, field.value);
    if (this.page) told.set("page", String(this.page + 1));
    keepInAddress(String(told));
  }

  show() {
    const wanted = Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.value]));
    const rows = matching(this.table, this.rows, wanted);
    const pages = Math.max(1, Math.ceil(rows.length / LISTED));
    this.page = Math.min(this.page, pages - 1);
    const shown = rows.slice(this.page * LISTED, (this.page + 1) * LISTED);
    const count = make("p", { role: "status" }, `${rows.length} of ${this.rows.length} matches`);
    const parts = [count, this.list(shown)];
    if (pages > 1) parts.push(this.pager(pages));
    this.found.replaceChildren(...parts);
  }

  /** @param {number} pages */
  pager(pages) {
    const turn = (/** @type {number} */ step) => () => {
      this.page += step;
      this.show();
      this.keep();
      this.found.scrollIntoView({ block: "start" });
    };
    return make(
      "nav",
      { class: "pager", "aria-label": "pages of the list" },
      make("button", { type: "button", onclick: turn(-1), disabled: this.page === 0 }, "newer"),
      make("span", {}, `page ${this.page + 1} of ${pages}`),
      make("button", { type: "button", onclick: turn(1), disabled: this.page === pages - 1 }, "older"),
    );
  }

  /** @param {Row[]} rows */
  list(rows) {
    const head = ["result", "ended by", "faults"].map((name, place) => make("th", { class: place ? "text opt-col" : "text" }, name));
    return make(
      "div",
      { class: "wide card", role: "region", "aria-label": "list of matches", tabindex: "0" },
      make(
        "table",
        { class: "matches" },
        make("thead", {}, make("tr", {}, make("th", {}, "match"), ...head)),
        make("tbody", {}, ...rows.map((row) => this.line(row))),
      ),
    );
  }

  /** @param {Row} row */
  line([number, cause, players, placements, , faults, isShown, sentence, stage]) {
    const table = this.table;
    const address = table.match + number;
    const isOver = placements.length > 0;
    const told = sentence.map((part) => (typeof part === "number" ? this.name(part) : part));
    const between = players.length === 2 ? " against " : ", ";
    const versus = players.flatMap((player, seat) => [...(seat ? [between] : []), this.name(player)]);
    const wrong = table.faults.filter((_, bit) => faults & (1 << bit)).join(", ");
    const hidden = (/** @type {string} */ text) => make("td", { class: "text opt-col" }, make("span", { class: "result" }, text));
    return make(
      "tr",
      {},
      make("td", {}, isShown ? make("a", { href: address }, String(number)) : String(number)),
      make(
        "td",
        { class: "text" },
        make("span", { class: isOver ? "result" : null }, ...told),
        isOver ? make("span", { class: "instead" }, ...versus) : null,
        stage ? make("span", { class: "faint tiny" }, ` ${stage}`) : null,
      ),
      hidden(table.causes[cause].replaceAll("_", " ")),
      hidden(wrong),
    );
  }

  /** @param {number} player */
  name(player) {
    const name = this.table.names[player];
    const address = this.table.addresses[player];
    const element = make("bdi", { class: "name", title: name }, name);
    return address ? make("a", { href: address }, element) : element;
  }
}

/**
 * Return the matches in which all holds that is wanted.
 *
 * @param {Table} table
 * @param {Row[]} rows
 * @param {Wanted} wanted An empty text where nothing is wanted; `result` is that of `bot`, or of anybody.
 */
export function matching(table, rows, wanted) {
  const bot = wanted.bot ? table.names.indexOf(wanted.bot) : null;
  const rival = wanted.rival ? table.names.indexOf(wanted.rival) : null;
  const cause = wanted.cause ? table.causes.indexOf(wanted.cause) : null;
  const bits = wanted.fault === "any" ? -1 : wanted.fault ? 1 << table.faults.indexOf(wanted.fault) : 0;
  const text = wanted.text.trim().toLowerCase();
  const named = new Set(table.names.flatMap((name, place) => (name.toLowerCase().includes(text) ? [place] : [])));
  return rows.filter(([number, ended, players, placements, , faults]) => {
    if (text && String(number) !== text && !players.some((player) => named.has(player))) return false;
    if (cause !== null && ended !== cause) return false;
    if (bits && !(faults & bits)) return false;
    const seats = players.flatMap((player, seat) => (bot === null || player === bot ? [seat] : []));
    if (bot !== null && !seats.length) return false;
    if (rival !== null && !players.some((player, seat) => player === rival && (bot !== rival || seat !== seats[0]))) return false;
    return !wanted.result || seats.some((seat) => resultOf(seat, placements) === wanted.result);
  });
}

/** @param {number} seat @param {number[]} placements */
function resultOf(seat, placements) {
  if (!placements.length) return "";
  if (placements[seat] !== 1) return "lost";
  return placements.filter((placement) => placement === 1).length > 1 ? "drawn" : "won";
}

/** @param {string} name @param {string[]} values */
function choice(name, values) {
  return make("select", { name }, make("option", { value: "" }, "any"), ...values.map(option));
}

/** @param {string} value */
function option(value) {
  return make("option", { value }, value.replaceAll("_", " "));
}
