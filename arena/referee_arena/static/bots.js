/** The page of a bot. */
import { startSwitch } from "./results.js";

export function startBot() {
  startSwitch();
}
