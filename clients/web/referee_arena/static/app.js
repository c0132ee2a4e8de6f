/** Starts what the page is: its data says so. */
import { startMatch } from "./player.js";

const PAGES = { match: startMatch };

const data = document.getElementById("page");
const root = document.getElementById("arena");
if (data && root) {
  const page = JSON.parse(data.textContent ?? "{}");
  PAGES[page.page]?.(page, root);
}
