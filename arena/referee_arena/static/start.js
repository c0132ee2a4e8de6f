/** Starts what a page is: its data says so. */

/**
 * @param {Record<string, (page: any, root: HTMLElement) => unknown>} pages What starts a page, by its kind.
 */
export function startPage(pages) {
  const data = document.getElementById("page");
  const root = document.getElementById("arena");
  if (!data || !root) return;
  const page = JSON.parse(data.textContent ?? "{}");
  pages[page.page]?.(page, root);
}
