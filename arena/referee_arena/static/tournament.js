/** Pages of a tournament, kept up to date while they are looked at. */
import { LiveCards } from "./cards.js";
import { keepFresh } from "./fresh.js";
import { isProjected, project } from "./projector.js";
import { startSwitch } from "./results.js";

/**
 * Start the page.
 * @param {{live: string | null, api?: string | null}} page `live`: where the changing part is had; null where nothing
 *   changes. `api`: below which address live matches are; null where there are none.
 */
export function startTournament(page) {
  startSwitch();
  if (isProjected()) project(true);
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (key === "p" && !ctrlKey && !metaKey && !altKey) project(!document.documentElement.classList.contains("projector"));
  });
  const cards = page.api ? new LiveCards(page.api) : null;
  const fill = () => cards?.fill(document);
  fill();
  if (page.live) keepFresh(page.live, fill);
}
