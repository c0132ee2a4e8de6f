/** What a change from one plain value to the next makes of it; the twin of `scenes/delta.py`. */

/**
 * Return what a change turns a value into; what did not change is shared with the old one.
 *
 * `[value]` is another value; an object is a change by key or index, with `0` for a key that is gone.
 *
 * @param {any} old
 * @param {any} change
 * @returns {any}
 */
export function applied(old, change) {
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(old)) {
    return old.map((one, index) => (Object.hasOwn(change, index) ? applied(one, change[index]) : one));
  }
  const fresh = { ...old };
  for (const key of Object.keys(change)) {
    const told = change[key];
    if (key === "$order") continue;
    if (told === 0) delete fresh[key];
    else set(fresh, key, applied(Object.hasOwn(fresh, key) ? fresh[key] : undefined, told));
  }
  return change.$order ? Object.fromEntries(change.$order.map((key) => [key, fresh[key]])) : fresh;
}

/** Set a key; one named __proto__ is a key like any other. @param {any} fresh @param {string} key @param {any} value */
function set(fresh, key, value) {
  if (key === "__proto__") Object.defineProperty(fresh, key, { value, enumerable: true, configurable: true, writable: true });
  else fresh[key] = value;
}
