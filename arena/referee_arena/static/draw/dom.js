/** Small helpers around the DOM: elements, and lists that keep their elements by key. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new HTML element.
 * @param {string} tag
 * @param {string} [classes]
 * @param {string} [text]
 * @returns {HTMLElement}
 */
export function el(tag, classes = "", text = "") {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

/**
 * Return a new SVG element.
 * @param {string} tag
 * @param {Object<string, string | number>} [attributes]
 * @param {string} [text]
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, text = "") {
  const node = document.createElementNS(SVG, tag);
  for (const name in attributes) node.setAttribute(name, String(attributes[name]));
  if (text) node.textContent = text;
  return node;
}

/**
 * Return a button that submits nothing.
 * @param {string} text what it shows
 * @param {string} label what it says; the same where empty
 * @param {() => void} act
 */
export function button(text, label, act) {
  const node = el("button", "", text);
  node.setAttribute("type", "button");
  if (label) {
    node.setAttribute("aria-label", label);
    node.title = label;
  }
  node.addEventListener("click", act);
  return node;
}

/**
 * Set an attribute where it has another value; null takes it away.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | null} value
 */
export function attribute(node, name, value) {
  if (value === null) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Set a text where it is another one.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Return whether two plain values are equal; what a change left alone is the same object, which is quick.
 * @param {*} one
 * @param {*} other
 * @returns {boolean}
 */
export function same(one, other) {
  if (one === other) return true;
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => key in other && same(one[key], other[key]));
}

/**
 * Elements of one parent by key. A drawer has a `node`, `draw(data)` for data that has changed, and where it needs
 * to know that it is taken out, `gone()`.
 * Nobody else puts anything into the parent.
 */
export class Keyed {
  /**
   * @param {Element} parent
   * @param {(key: string) => {node: Element, draw: (data: any) => void}} make
   */
  constructor(parent, make) {
    this.parent = parent;
    this.make = make;
    this.drawers = new Map();
    this.told = new Map();
  }

  /**
   * Draw what there is now, in order.
   * @param {[string, any][]} entries
   */
  draw(entries) {
    const keys = new Set();
    for (const [key] of entries) keys.add(key);
    for (const [key, drawer] of this.drawers) {
      if (keys.has(key)) continue;
      // It may have been taken to another parent.
      if (drawer.node.parentNode === this.parent) drawer.node.remove();
      drawer.gone?.();
      this.drawers.delete(key);
      this.told.delete(key);
    }
    let next = this.parent.firstChild;
    for (const [key, data] of entries) {
      let drawer = this.drawers.get(key);
      const isNew = !drawer;
      if (isNew) {
        drawer = this.make(key);
        this.drawers.set(key, drawer);
      }
      if (isNew || !same(this.told.get(key), data)) drawer.draw(data);
      this.told.set(key, data);
      if (drawer.node === next) next = next.nextSibling;
      else this.parent.insertBefore(drawer.node, next);
    }
  }
}
