/** The box with texts about the thing that is looked at. */
import { el } from "./dom.js";

let boxes = 0;

export class Tip {
  /** @param {HTMLElement} root where it is put */
  constructor(root) {
    this.node = el("div", "tip");
    this.node.id = `tip${(boxes += 1)}`;
    this.node.setAttribute("role", "tooltip");
    this.node.hidden = true;
    this.anchor = null;
    root.append(this.node);
  }

  /**
   * Show texts next to an element.
   * @param {Element} anchor
   * @param {Node[]} told
   * @param {DOMRect} [box] where it is, if not where the element is
   */
  show(anchor, told, box = anchor.getBoundingClientRect()) {
    if (this.anchor && this.anchor !== anchor) this.hide();
    this.anchor = anchor;
    this.node.replaceChildren(...told);
    this.node.hidden = false;
    anchor.setAttribute("aria-describedby", this.node.id);
    const { offsetWidth: width, offsetHeight: height } = this.node;
    const left = Math.min(box.left + box.width / 2 - width / 2, document.documentElement.clientWidth - width - 8);
    const isBelow = box.top - height - 8 < 0;
    this.node.style.left = `${Math.round(Math.max(8, left))}px`;
    this.node.style.top = `${Math.round(isBelow ? box.bottom + 8 : box.top - height - 8)}px`;
  }

  hide() {
    if (!this.anchor) return;
    this.anchor.removeAttribute("aria-describedby");
    this.anchor = null;
    this.node.hidden = true;
    this.node.replaceChildren();
  }
}
