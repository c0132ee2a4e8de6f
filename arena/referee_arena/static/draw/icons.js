/** Signs of kinds of things, drawn where a letter would be too small to read. `ICONS` in `referee/core/scene.py` has their names. */
import { svg } from "./dom.js";

/** For each sign what is filled, and what is drawn over it as lines; both within 24 units, around the middle. */
const ICONS = {
  altar: ["M-10 10H10L8 5H-8zM-6 5V-2H6V5M0-11 4-6 2-2H-2L-4-6z"],
  source: ["M0-11 8-2 4 10H-4L-8-2z", "M-8-2H8M0-11-3-2 0 10 3-2z"],
  circle: ["M0-10A10 10 0 1 1-.1-10z", "M0-8 7 5H-7zM0 8-7-5H7z"],
  tower: ["M-8 11-6-4H6L8 11zM-9-11H-5V-8H-2V-11H2V-8H5V-11H9V-4H-9z"],
  wall: ["M-11-9H11V9H-11z", "M-11-3H11M-11 3H11M0-9V-3M-5-3V3M5-3V3M0 3V9"],
  worker: ["M-8 10C-8 3-5 1 0 1S8 3 8 10zM0 1A5 5 0 1 1 0-9 5 5 0 0 1 0 1M-5-6-8-11-2-9M5-6 8-11 2-9"],
  flame: ["M0-11C6-4 9-1 8 4 7 9 4 11 0 11S-7 9-8 4C-9 0-5-2-5-6-2-5-1-3-1-1 1-4 1-7 0-11z"],
  wings: ["M0 9C-2 4-5 3-11 4-9-1-9-5-11-9-6-9-2-6 0-2 2-6 6-9 11-9 9-5 9-1 11 4 5 3 2 4 0 9z"],
  shield: ["M-9-9H9C9 2 6 8 0 11-6 8-9 2-9-9z", "M0-6V7M-5-2H5"],
  ore: ["M-11 7-7-2H-1L3 7zM-1 7 3-2H9L11 7zM-5-4-2-10H4L7-4z"],
  ghost: ["M-9 9V-2C-9-11 9-11 9-2V9L5 5 0 9-5 5z", "M-3-3v3M3-3v3"],
  rock: ["M-10 8-7-5 1-9 9-2 10 8z"],
  shrine: ["M0-11 10-6V6L0 11-10 6V-6z", "M0-5A2 2 0 1 1-.1-5zM0-1V6"],
  spawn: ["M0-9A9 9 0 1 1-.1-9zM0-6.5A6.5 6.5 0 1 0 .1-6.5z"],
  spikes: ["M-10 8H10L8 3-6-8-3 3 0-9 3 3 6-8 8 3H-8z"],
  gem: ["M-6-8H6L11-1 0 10-11-1z", "M-11-1H11M-6-8 0 10 6-8"],
  chest: ["M-10-2C-10-9 10-9 10-2V9H-10z", "M-10 0H10M0-2V4"],
  rune: ["M0-11 11 0 0 11-11 0z", "M-3 5V-5L4 0-3 2"],
  crystal: ["M-2-11 4-6 3 10H-5L-7-3zM6-2 10 2 8 10H4z"],
  crown: ["M-10-6-5 0 0-9 5 0 10-6 8 8H-8z"],
  skull: ["M-9-2A9 9 0 0 1 9-2V4L5 6V10H-5V6L-9 4z", "M-4-3v2M4-3v2M0 6v4"],
};

/**
 * Return a sign; nothing where there is none of this name.
 * @param {string} [name]
 * @param {number} [scale]
 * @returns {SVGElement|null}
 */
export function iconNode(name = "", scale = 1) {
  const drawn = Object.hasOwn(ICONS, name) ? ICONS[name] : null;
  if (!drawn) return null;
  const node = svg("g", { class: "icon", transform: `scale(${scale})` });
  drawn.forEach((d, index) => node.append(svg("path", { class: index ? "cut" : "sign", d })));
  return node;
}

/**
 * Return a sign as a picture of its own, as high as the text around it; nothing where there is none of this name.
 * @param {string} [name]
 */
export function iconPicture(name) {
  const icon = iconNode(name);
  if (!icon) return null;
  const node = svg("svg", { class: "pictured", viewBox: "-12 -12 24 24", "aria-hidden": "true" });
  node.append(icon);
  return node;
}
