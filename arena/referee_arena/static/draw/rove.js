/** One tab stop for many things: arrow keys go from one to the next. */

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Make arrow keys go among the tokens of an element.
 * @param {Element} node
 */
export function rove(node) {
  node.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const from = event.target.closest(".token");
    if (!way || !from || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = nearest(from, shown(node), way);
    if (next) next.focus();
  });
  node.addEventListener("focusin", (event) => {
    const token = event.target.closest(".token");
    if (token) settle(node, token);
  });
}

/**
 * See to it that exactly one token can be reached by the tab key: the one that has the focus, else the first.
 * @param {Element} node
 * @param {Element | null} [token]
 */
export function settle(node, token = null) {
  const tokens = shown(node);
  const focused = document.activeElement;
  const chosen = token || (tokens.includes(focused) ? focused : tokens[0]);
  for (const each of tokens) {
    const index = each === chosen ? "0" : "-1";
    if (each.getAttribute("tabindex") !== index) each.setAttribute("tabindex", index);
  }
}

/** @param {Element} node */
function shown(node) {
  return [...node.querySelectorAll(".token:not([hidden])")];
}

/**
 * @param {Element} from
 * @param {Element[]} tokens
 * @param {number[]} way
 */
function nearest(from, tokens, [right, down]) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const token of tokens) {
    if (token === from) continue;
    const [left, top] = middle(token);
    const along = (left - x) * right + (top - y) * down;
    const across = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    const cost = along + 3 * across;
    if (along > 1 && cost < least) {
      least = cost;
      best = token;
    }
  }
  return best;
}
