/** A question for a list, such as orders: first a group, then an option of it; the order can be changed. */
import { make } from "../page.js";
import { arrows } from "./arrows.js";

export class ListAsk {
  /**
   * @param {any} ask
   * @param {() => void} changed
   */
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.picked = [];
    this.place = "";
    this.groups = [...new Set(ask.options.map((option) => option.group || ""))];
    this.who = make("select", { onchange: () => this.show("") }, ...this.groups.map((group) => make("option", {}, group || "general")));
    this.buttons = [];
    this.options = make("div", { class: "options", role: "group", "aria-label": `what to add to: ${ask.title}` });
    this.options.addEventListener("keydown", (event) => arrows(event, this.buttons));
    this.options.addEventListener("focusin", (event) => this.settle(event.target));
    this.list = make("ol", { class: "picked", "aria-label": ask.title });
    const who = this.groups.length > 1 ? make("label", { class: "who" }, "Who: ", this.who) : null;
    const count = ask.most < 1000 ? ` (${ask.least ? `${ask.least} to ` : "at most "}${ask.most})` : "";
    this.node = make("fieldset", { class: "ask list" }, make("legend", {}, ask.title + count), who, this.options, this.list);
    this.set(ask.start);
  }

  get() {
    return [...this.picked];
  }

  set(answer) {
    this.picked = [...answer];
    this.tell();
    this.show(this.place);
  }

  problem() {
    const { title, least } = this.ask;
    return this.picked.length < least ? `${title}: pick ${least - this.picked.length} more` : "";
  }

  summary() {
    return this.picked.map((index) => this.label(index)).join("; ");
  }

  /**
   * Handle a click: on the place of an option of the chosen group, else on the place of another group, else on any option.
   * @param {string[]} refs
   */
  pick(refs) {
    const at = (index) => refs.includes(this.ask.options[index].at);
    const here = this.shownOf(this.groups[this.who.selectedIndex]).filter(at);
    if (here.length) return this.narrow(here);
    const group = this.ask.options.find((option) => refs.includes(option.group_at))?.group;
    if (group !== undefined) {
      this.who.selectedIndex = this.groups.indexOf(group);
      this.show("");
      this.buttons[0]?.focus();
      return true;
    }
    const any = this.ask.options.findIndex((option, index) => at(index) && this.isFree(index));
    if (any < 0) return false;
    this.who.selectedIndex = this.groups.indexOf(this.ask.options[any].group || "");
    return this.narrow(this.shownOf(this.ask.options[any].group || "").filter(at));
  }

  /** Places of options of the chosen group, and of all other groups with options. */
  places() {
    const group = this.groups[this.who.selectedIndex];
    const targets = this.shownOf(group).map((index) => this.ask.options[index].at);
    const others = this.groups.length > 1 ? this.ask.options.filter((_, index) => this.isFree(index)).map((option) => option.group_at) : [];
    return [...targets, ...(targets.some((each) => each) ? [] : others)].filter((each) => each);
  }

  narrow(indices) {
    if (indices.length === 1) {
      this.add(indices[0]);
      return true;
    }
    this.show(this.ask.options[indices[0]].at);
    this.buttons[0]?.focus();
    return true;
  }

  shownOf(group) {
    return this.ask.options.flatMap((option, index) => ((option.group || "") === group && this.isFree(index) ? [index] : []));
  }

  isFree(index) {
    const taken = new Set(this.picked.flatMap((each) => this.ask.options[each].keys || []));
    return this.picked.length < this.ask.most && !(this.ask.options[index].keys || []).some((key) => taken.has(key));
  }

  label(index) {
    const { group, label } = this.ask.options[index];
    return group ? `${group}: ${label}` : label;
  }

  add(index) {
    this.picked.push(index);
    this.tell();
    this.show("");
    this.changed();
  }

  /** Show what can be added, at one place alone where one is given. */
  show(place) {
    this.place = place;
    const hadFocus = this.options.contains(document.activeElement);
    const shown = this.shownOf(this.groups[this.who.selectedIndex]).filter((index) => !place || this.ask.options[index].at === place);
    this.buttons = shown.map((index) => make("button", { type: "button", tabindex: -1, onclick: () => this.add(index) }, this.ask.options[index].label));
    const all = place ? make("button", { type: "button", onclick: () => this.show("") }, "all places") : null;
    const none = shown.length ? null : make("p", { class: "faint" }, this.picked.length >= this.ask.most ? "The list is full." : "Nothing more here.");
    this.options.replaceChildren(...[...this.buttons, all, none].filter((each) => each));
    this.settle(null);
    if (hadFocus) (this.buttons[0] || this.who).focus();
  }

  /** Let the tab key reach one option alone; arrows go to the others. */
  settle(chosen) {
    const first = this.buttons.includes(chosen) ? chosen : this.buttons[0];
    for (const each of this.buttons) each.tabIndex = each === first ? 0 : -1;
  }

  tell() {
    const items = this.picked.map((index, place) => {
      const label = this.label(index);
      const change = (name, text, act) => make("button", { type: "button", "aria-label": `${name}: ${label}`, title: name, onclick: act }, text);
      return make("li", {}, make("span", {}, label), change("earlier", "↑", () => this.move(place, -1)), change("later", "↓", () => this.move(place, 1)), change("remove", "×", () => this.remove(place)));
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
