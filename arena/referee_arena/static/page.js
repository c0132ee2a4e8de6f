/** What the page's own elements are made of, and what it remembers of its reader. */

/**
 * Return a new element.
 *
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `onclick` and its like are listeners; null and false are left out.
 * @param {...(Node|string|null)} children Texts are texts, never markup.
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/**
 * Return what the reader has chosen before; an empty text where nothing is kept.
 * @param {string} key
 */
export function setting(key) {
  try {
    return localStorage.getItem(`arena.${key}`) ?? "";
  } catch {
    return "";
  }
}

/**
 * Keep what the reader has chosen, where the browser lets us: not in a private window.
 * @param {string} key
 * @param {string} value
 */
export function keepSetting(key, value) {
  try {
    localStorage.setItem(`arena.${key}`, value);
  } catch {
    // The choice holds until the page is left.
  }
}

/**
 * Return the address of the page without its fragment and some parameters.
 * @param {...string} names
 */
export function addressWithout(...names) {
  const url = new URL(location.href);
  url.hash = "";
  names.forEach((name) => url.searchParams.delete(name));
  // A search that is a number alone, as a site of files has it, stays one.
  return url.href.replace(/=(?=$|&)/g, "");
}

/**
 * Put what is looked at into the address, if there is one: a page in a notebook's frame has no address.
 * @param {string} fragment
 */
export function keepInAddress(fragment) {
  try {
    history.replaceState(history.state, "", `${addressWithout("step", "eyes")}#${fragment}`);
  } catch {
    // The page works as well without.
  }
}
