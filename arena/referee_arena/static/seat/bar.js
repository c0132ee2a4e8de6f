/** The bar under the thumb: five buttons to look at board, story and tables, to undo, and to send. */
import { make } from "../page.js";

/**
 * Return the bar.
 * @param {import("./around.js").Around} around
 * @param {HTMLElement} board
 * @param {import("./form.js").Form} form
 */
export function thumbBar({ side }, board, form) {
  const open = (id) => {
    side.show(id, true);
    side.element.querySelector(".paper")?.scrollIntoView({ block: "start" });
    side.tabs.get(id)?.tab.focus({ preventScroll: true });
  };
  const look = (text, act) => make("button", { type: "button", class: "look", onclick: act }, text);
  return make("div", { class: "thumbs", role: "toolbar", "aria-label": "turn" },
    look("Board", () => board.scrollIntoView({ block: "start" })), look("Story", () => open("story")), look("Tables", () => open("tables")),
    form.undoing, form.send);
}
