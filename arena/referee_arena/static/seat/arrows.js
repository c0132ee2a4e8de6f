/** Arrow keys among a few elements. */

/**
 * Go among elements by arrow keys.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} nodes
 */
export function arrows(event, nodes) {
  const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const shown = nodes.filter((node) => node.isConnected && !node.disabled);
  const at = shown.indexOf(document.activeElement);
  if (!way || at < 0) return;
  event.preventDefault();
  shown[(at + way + shown.length) % shown.length].focus();
}
