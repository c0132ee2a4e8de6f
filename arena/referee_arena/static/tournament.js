/** The page of a tournament, kept up to date while it is looked at. */
import { startSwitch } from "./results.js";

/** Milliseconds from one look at the server to the next. */
const PAUSE = 4000;

/**
 * Start the page.
 * @param {{live: string | null}} page `live`: where the changing part is had; null where nothing changes.
 */
export function startTournament(page) {
  startSwitch();
  if (page.live) keepFresh(page.live);
}

/** @param {string} address */
function keepFresh(address) {
  let timer = 0;
  const look = async () => {
    try {
      const answer = await fetch(address, { cache: "no-cache" });
      if (answer.ok) swap(await answer.text());
    } catch {
      // The server is away; the next look may find it.
    }
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(look, PAUSE);
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : look()));
  wait();
}

/**
 * Put the new part in the place of the old one if they differ; what the reader has scrolled aside stays there.
 * @param {string} text
 */
export function swap(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("live");
  const shown = document.getElementById("live");
  if (!fresh || !shown || fresh.dataset.version === shown.dataset.version) return;
  const scrolled = Array.from(shown.querySelectorAll(".wide"), (each) => each.scrollLeft);
  shown.replaceChildren(...fresh.childNodes);
  shown.dataset.version = fresh.dataset.version;
  shown.querySelectorAll(".wide").forEach((each, place) => (each.scrollLeft = scrolled[place] ?? 0));
}
