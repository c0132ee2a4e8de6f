/** The projector: a match for a hall, without buttons; the key `p` or `?view=projector` in the address. */
import { pause } from "./stream.js";

/** Whether the address asks for it. */
export function isProjected() {
  return viewOf() === "projector";
}

/** Whether the page is made to be shown within another one: board, score and controls alone. @param {any} page */
export function isEmbedded(page) {
  return (page.view ?? viewOf()) === "embed";
}

function viewOf() {
  return new URLSearchParams(location.search).get("view");
}

/** Milliseconds between two questions whether the next match is being played. */
const NEXT_MS = 5000;

/**
 * Go to the next match when one is being played, of the same game if there is one.
 * @param {string} api Where matches are listed.
 * @param {string} title Of the game.
 * @param {AbortSignal} signal
 */
export async function goToNext(api, title, signal) {
  while (!signal.aborted) {
    await pause(NEXT_MS, signal);
    if (!document.documentElement.classList.contains("projector")) continue;
    try {
      const { matches } = await (await fetch(api, { signal })).json();
      const running = matches.filter(({ phase }) => phase === "running");
      const next = running.find((match) => match.title === title) ?? running[0];
      if (next) location.assign(location.pathname.replace(/[^/]*$/, encodeURIComponent(next.id)) + location.search);
    } catch {
      // The arena is busy or away: the result stays.
    }
  }
}

/** @param {boolean} isOn */
export function project(isOn) {
  document.documentElement.classList.toggle("projector", isOn);
  const url = new URL(location.href);
  if (isOn) url.searchParams.set("view", "projector");
  else if (isProjected()) url.searchParams.delete("view");
  try {
    // A search that is a number alone, as a site of files has it, stays one.
    history.replaceState(history.state, "", url.href.replace(/=(?=$|[&#])/g, ""));
  } catch {
    // A page in a notebook's frame has no address.
  }
}
