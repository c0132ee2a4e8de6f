/** The column beside the board: how to play, and behind tabs what happened, tables, seats, the log and the dice. */
import { make, keepSetting, setting } from "./page.js";

/** A column of tabs; what is behind another tab is neither shown nor drawn. */
export class Side {
  /** @param {(tab: string) => void} onOpen Called when a tab is opened. */
  constructor(onOpen) {
    this.onOpen = onOpen;
    this.open = "story";
    /** What the reader has chosen; it comes back where it had to be left. */
    this.wanted = setting("tab") || "story";
    /** @type {Map<string, {tab: HTMLElement, panel: HTMLElement, isThere: () => boolean}>} */
    this.tabs = new Map();
    this.list = make("div", { class: "tabs", role: "tablist", "aria-label": "more about the match", onkeydown: (event) => this.key(event) });
    this.panels = make("div", { class: "panels" });
    /** Fights of the step, above the tabs. */
    this.fights = make("div", { class: "fights-box" });
    this.how = make("details", { class: "how", hidden: true }, make("summary", {}));
    this.element = make("aside", { class: "beside", "aria-label": "beside the board" }, this.how, this.fights,
      make("div", { class: "paper" }, this.list, this.panels));
  }

  /**
   * Add a tab.
   * @param {string} id
   * @param {string} name
   * @param {HTMLElement} content
   * @param {() => boolean} isThere Whether there is anything to show.
   */
  add(id, name, content, isThere = () => true) {
    const tab = make("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "data-tab": id, onclick: () => this.show(id, true) }, name);
    const panel = make("div", { role: "tabpanel", id: `panel-${id}`, class: `panel panel-${id}`, "aria-labelledby": `tab-${id}`, tabindex: "0" }, content);
    this.tabs.set(id, { tab, panel, isThere });
    this.list.append(tab);
    this.panels.append(panel);
  }

  /** Take all tabs away. */
  clear() {
    this.tabs.clear();
    this.list.replaceChildren();
    this.panels.replaceChildren();
  }

  /** Show the tabs that have something to show, and of these the one that is wanted. */
  arrange() {
    for (const { tab, isThere } of this.tabs.values()) tab.hidden = !isThere();
    const isThere = (id) => this.tabs.get(id)?.tab.hidden === false;
    const wanted = document.documentElement.classList.contains("projector") ? "story" : this.wanted;
    this.show(isThere(wanted) ? wanted : "story", false);
  }

  /** @param {string} id @param {boolean} isWanted Whether the reader wants it. */
  show(id, isWanted) {
    if (isWanted) {
      this.wanted = id;
      keepSetting("tab", id);
    }
    const isNew = this.open !== id;
    this.open = id;
    for (const [each, { tab, panel }] of this.tabs) {
      tab.setAttribute("aria-selected", String(each === id));
      tab.tabIndex = each === id ? 0 : -1;
      panel.hidden = each !== id;
    }
    if (isNew) this.onOpen(id);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way || event.shiftKey) return;
    const there = [...this.tabs].filter(([, { tab }]) => !tab.hidden).map(([id]) => id);
    const next = there[(there.indexOf(this.open) + way + there.length) % there.length];
    this.show(next, true);
    this.tabs.get(next)?.tab.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Show how the game is played. @param {string[]} lines @param {string} [rules] Address of all rules. */
  tellHow(lines, rules) {
    const many = lines.length === 1 ? "1 line" : `${lines.length} lines`;
    this.how.hidden = !lines.length;
    this.how.replaceChildren(make("summary", {}, `How to play, in ${many}`), make("ol", {}, ...lines.map((line) => make("li", {}, line))), ...(rules ? [make("a", { href: rules }, "all rules")] : []));
  }

  /** Unfold how the game is played, or fold it. */
  toggleHow() {
    this.how.open = !this.how.open;
    if (this.how.open) this.how.scrollIntoView({ block: "nearest" });
  }
}
