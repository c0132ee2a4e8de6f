/** A question for a list, such as orders: first what acts, then what it does; the order can be changed. */
import { make } from "../page.js";
import { arrows } from "./arrows.js";
import { Ask } from "./ask.js";

export class ListAsk extends Ask {
  /** @param {any} ask @param {(ask: Ask) => void} changed */
  constructor(ask, changed) {
    super(ask, changed);
    this.picked = [];
    this.place = "";
    this.groups = [...new Set(ask.options.map((option) => option.group || ""))];
    /** Group that acts; -1 while none is chosen. */
    this.group = this.groups.length > 1 ? -1 : 0;
    this.who = make("select", { onchange: () => this.choose(Number(this.who.value)) }, make("option", { value: "-1" }, "choose …"),
      ...this.groups.map((group, index) => make("option", { value: String(index) }, group || "general")));
    this.buttons = [];
    this.options = make("div", { class: "options", role: "group", "aria-label": `what to add to: ${ask.title}` });
    this.options.addEventListener("keydown", (event) => arrows(event, this.buttons));
    this.options.addEventListener("focusin", (event) => this.settle(event.target));
    this.hint = make("p", { class: "hint" });
    this.list = make("ol", { class: "picked", "aria-label": ask.title });
    const who = this.groups.length > 1 ? make("label", { class: "who" }, "Who ", this.who) : null;
    const count = ask.most < 100 ? ` (${ask.least ? `${ask.least} to ` : "at most "}${ask.most})` : "";
    this.build("list", ask.title + count, who, this.hint, this.options, this.list);
    this.set(ask.start);
    this.first = JSON.stringify(ask.start);
  }

  get() {
    return [...this.picked];
  }

  set(answer) {
    this.picked = [...answer];
    this.tell();
    this.show(this.place);
  }

  limit(isFree) {
    super.limit(isFree);
    this.show(this.place);
  }

  problem() {
    const { least } = this.ask;
    return this.picked.length < least ? `pick ${least - this.picked.length} more` : "";
  }

  summary() {
    const short = ({ group, label }) => (group ? `${group.split(", ")[0]}: ${label}` : label);
    return this.picked.map((index) => short(this.ask.options[index])).join("; ");
  }

  /** Orders that name what acts need no title before them. @param {boolean} isAlone */
  says(isAlone) {
    return this.groups.length > 1 || this.groups[0] ? this.summary() : super.says(isAlone);
  }

  /**
   * Handle a tap: on the place of an option of what acts, else on another that can act, else on the place of any option.
   * @param {string[]} refs
   */
  pick(refs) {
    const at = (index) => refs.includes(this.ask.options[index].at);
    const here = this.shownOf(this.group).filter(at);
    if (here.length) return this.narrow(here);
    const group = this.ask.options.find((option) => refs.includes(option.group_at))?.group;
    if (group !== undefined) {
      const index = this.groups.indexOf(group);
      this.choose(index === this.group ? -1 : index);
      return true;
    }
    const any = this.ask.options.findIndex((option, index) => at(index) && this.offers(index));
    if (any < 0) return false;
    this.group = this.groups.indexOf(this.ask.options[any].group || "");
    return this.narrow(this.shownOf(this.group).filter(at));
  }

  /** Places where what acts can do something; while nothing is chosen, those of all that can act. */
  places() {
    const shown = this.shownOf(this.group);
    const all = this.group < 0 ? this.ask.options.flatMap((option, index) => (this.offers(index) ? [option.group_at] : [])) : shown.map((index) => this.ask.options[index].at);
    return [...new Set(all)].filter((each) => each);
  }

  get isOnBoard() {
    return this.ask.options.some((option) => option.at || option.group_at);
  }

  chosen() {
    return [...(this.actor ? [this.actor] : []), ...this.picked.map((index) => this.ask.options[index].at).filter((each) => each)];
  }

  get actor() {
    return this.group < 0 ? "" : this.ask.options.find((option) => (option.group || "") === this.groups[this.group])?.group_at ?? "";
  }

  marks() {
    const actor = this.actor ? [{ shape: "ring", at: [this.actor], text: "" }] : [];
    const planned = this.picked.map((index) => this.ask.options[index]).filter((option) => option.at);
    return [...actor, ...planned.map(({ at, group_at }) => ({ shape: group_at && group_at !== at ? "arrow" : "ring", at: group_at ? [group_at, at] : [at], text: "" }))];
  }

  /** @param {number} group */
  choose(group) {
    this.group = group;
    this.show("");
    this.changed();
  }

  narrow(indices) {
    if (indices.length === 1) {
      this.add(indices[0]);
      return true;
    }
    this.show(this.ask.options[indices[0]].at);
    this.options.scrollIntoView({ block: "nearest" });
    this.changed();
    return true;
  }

  /** Return the options of a group that may be added; none for no group. @param {number} group */
  shownOf(group) {
    const name = this.groups[group];
    return this.ask.options.flatMap((option, index) => ((option.group || "") === name && this.offers(index) ? [index] : []));
  }

  offers(index) {
    const taken = new Set(this.picked.flatMap((each) => this.ask.options[each].keys || []));
    const option = this.ask.options[index];
    return this.picked.length < this.ask.most && !(option.keys || []).some((key) => taken.has(key)) && this.isFree(option);
  }

  label(index) {
    const { group, label } = this.ask.options[index];
    return group ? `${group}: ${label}` : label;
  }

  add(index) {
    this.picked.push(index);
    this.tell();
    if (this.groups.length > 1 && !this.shownOf(this.group).length) this.group = -1;
    this.show("");
    this.changed();
  }

  /** Show what can be added: what the board does not show, and the options of one place where one is given. */
  show(place) {
    const hadFocus = this.options.contains(document.activeElement);
    const shown = this.shownOf(this.group).filter((index) => !place || this.ask.options[index].at === place);
    this.place = shown.length ? place : "";
    this.who.value = String(this.group);
    const button = (index) => make("button", { type: "button", tabindex: -1, onclick: () => this.add(index) }, this.ask.options[index].label);
    const isListed = (index) => this.place || !this.ask.options[index].at;
    const listed = shown.filter(isListed).map(button);
    const placed = shown.filter((index) => !isListed(index)).map(button);
    this.buttons = [...listed, ...placed];
    const all = this.place ? make("button", { type: "button", onclick: () => this.show("") }, "all places") : null;
    const fold = placed.length ? make("details", { open: this.isUnfolded === true, ontoggle: () => (this.isUnfolded = fold.open) },
      make("summary", {}, `${placed.length} on the board, as a list`), make("div", { class: "options" }, ...placed)) : null;
    this.options.replaceChildren(...[...listed, all, fold].filter((each) => each));
    this.hint.textContent = this.advice(shown.length, placed.length);
    this.hint.hidden = !this.hint.textContent;
    this.settle(null);
    if (hadFocus) (this.buttons.find((each) => each.checkVisibility()) || this.who).focus();
  }

  /** Return what to do next. @param {number} count Options that may be added. @param {number} onBoard Of these on the board alone. */
  advice(count, onBoard) {
    if (this.picked.length >= this.ask.most) return "The list is full.";
    if (this.group < 0) return this.isOnBoard ? "Tap on the board what is to act, or choose it here." : "";
    if (!count) return "Nothing more here.";
    return this.place ? "What there?" : onBoard ? "Tap a marked place." : "";
  }

  /** Let the tab key reach one option of a row alone; arrows go to the others. */
  settle(chosen) {
    const first = this.buttons.includes(chosen) ? chosen : this.buttons[0];
    for (const each of this.buttons) each.tabIndex = each === first ? 0 : -1;
  }

  tell() {
    const items = this.picked.map((index, place) => {
      const label = this.label(index);
      const change = (name, text, act) => make("button", { type: "button", "aria-label": `${name}: ${label}`, title: name, onclick: act }, text);
      const [up, down] = [change("earlier", "↑", () => this.move(place, -1)), change("later", "↓", () => this.move(place, 1))];
      return make("li", {}, make("span", {}, label), ...(this.picked.length > 1 ? [up, down] : []), change("remove", "×", () => this.remove(place)));
    });
    this.list.replaceChildren(...items);
    this.list.hidden = !items.length;
  }

  move(place, way) {
    const other = place + way;
    if (other < 0 || other >= this.picked.length) return;
    [this.picked[place], this.picked[other]] = [this.picked[other], this.picked[place]];
    this.tell();
    this.list.children[other].querySelectorAll("button")[way < 0 ? 0 : 1].focus();
    this.changed();
  }

  remove(place) {
    this.picked.splice(place, 1);
    this.tell();
    this.show("");
    const next = this.list.children[Math.min(place, this.picked.length - 1)];
    (next?.querySelector("button:last-child") || this.buttons[0] || this.who).focus();
    this.changed();
  }
}
