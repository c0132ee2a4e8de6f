/** Keeps parts of a page up to date while it is looked at. */

/** Milliseconds from one look at the server to the next. */
const PAUSE = 4000;

/**
 * Fetch a page again and again, and put its new parts in the place of the old ones.
 *
 * @param {string} address
 * @param {(told: Document) => void} [onChange] Called with the new page after something has changed.
 */
export function keepFresh(address, onChange = () => {}) {
  let timer = 0;
  const look = async () => {
    try {
      const answer = await fetch(address, { cache: "no-cache" });
      if (answer.ok) swap(await answer.text(), onChange);
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
 * Replace the parts that differ; what the reader has scrolled aside stays there, and so does the focus.
 *
 * @param {string} text The new page, or a part of it.
 * @param {(told: Document) => void} [onChange]
 */
export function swap(text, onChange = () => {}) {
  const told = new DOMParser().parseFromString(text, "text/html");
  let isChanged = false;
  for (const fresh of told.querySelectorAll("[data-version]")) {
    const shown = document.getElementById(fresh.id);
    if (!shown || fresh.dataset.version === shown.dataset.version) continue;
    const scrolled = Array.from(shown.querySelectorAll(SCROLLED), (each) => each.scrollLeft);
    const focused = shown.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    shown.replaceChildren(...fresh.childNodes);
    shown.dataset.version = fresh.dataset.version;
    shown.querySelectorAll(SCROLLED).forEach((each, place) => (each.scrollLeft = scrolled[place] ?? 0));
    if (focused) shown.querySelector(`[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    isChanged = true;
  }
  if (isChanged) onChange(told);
}

/** What may be scrolled aside. */
const SCROLLED = ".wide, .scroll";
