/** The keyboard: keys work after any click, but not while somebody types or moves from one control to the next. */
import { make } from "./page.js";

/** Keys, their names for people, what they do, and the name of the player's method with its argument. */
const KEYS = [
  [[" ", "k"], "space", "play, pause", "toggle"],
  [["ArrowRight"], "→", "a step on", "step", 1],
  [["ArrowLeft"], "←", "a step back", "step", -1],
  [["shift ArrowRight"], "shift →", "ten steps on", "step", 10],
  [["shift ArrowLeft"], "shift ←", "ten steps back", "step", -10],
  [["]"], "]", "to the next flag", "jump", 1],
  [["["], "[", "to the flag before", "jump", -1],
  [["Home"], "Home", "to the start", "home"],
  [["End"], "End", "to the newest step", "end"],
  [["+", "="], "+", "faster", "hurry", 1],
  [["-"], "-", "slower", "hurry", -1],
  [["e"], "e", "other eyes", "turn", 1],
  [["h"], "h", "hide results, or show them", "toggleResults"],
  [["p"], "p", "projector: no buttons, big letters", "toProjector"],
  [["?"], "?", "show the keys", "help"],
];

const BY_KEY = new Map(KEYS.flatMap(([keys, , , method, argument]) => keys.map((key) => [key, [method, argument]])));

/**
 * Let keys move a player.
 *
 * @param {any} player Has the methods named above.
 * @param {AbortSignal} signal Until when.
 */
export function listen(player, signal) {
  // After a click, people want to go on stepping; after the tab key, they want to use the control that has the focus.
  let isPointed = true;
  const options = { signal, capture: true };
  addEventListener("pointerdown", () => (isPointed = true), options);
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") isPointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    const isBar = target.matches("input[type=range]");
    if (target.closest("textarea, [contenteditable], dialog")) return;
    if (target.matches("input:not([type=range], [type=checkbox]), select") && !(isPointed && target.matches("select"))) return;
    if (!isPointed && !isBar && isOwn(target, event.key)) return;
    const shift = event.shiftKey && event.key.startsWith("Arrow") ? "shift " : "";
    const found = BY_KEY.get(shift + event.key);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    player[found[0]](found[1]);
  }, options);
}

/**
 * Return whether the element that has the focus handles a key itself.
 * @param {Element} target
 * @param {string} key
 */
function isOwn(target, key) {
  if (key === " ") return target.matches("button, summary, input, .token, [role=button]");
  return key.startsWith("Arrow") || key === "Home" || key === "End" ? target.closest(".scene, [role=grid]") !== null : false;
}

/** Return a dialog that lists the keys. */
export function keysDialog() {
  const rows = KEYS.map(([, told, text]) => make("tr", {}, make("th", { scope: "row" }, make("kbd", {}, told)), make("td", {}, text)));
  const dialog = make("dialog", { class: "keys", "aria-label": "keys" },
    make("h2", {}, "keys"),
    make("table", {}, make("tbody", {}, ...rows)),
    make("form", { method: "dialog" }, make("button", {}, "close")));
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "?") dialog.close();
  });
  return dialog;
}
