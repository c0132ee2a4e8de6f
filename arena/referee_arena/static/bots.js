/** The page of a bot. */
import { keepFresh } from "./fresh.js";
import { startSwitch } from "./results.js";

/** @param {{live?: string | null}} page `live`: where the changing part is had; null where nothing changes. */
export function startBot(page) {
  startSwitch();
  if (page.live) keepFresh(page.live);
}
