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
  const fresh = new Map(Object.entries(old));
  for (const [key, told] of Object.entries(change)) {
    if (key === "$order") continue;
    if (told === 0) fresh.delete(key);
    else fresh.set(key, applied(fresh.get(key), told));
  }
  const order = change.$order;
  // Entries, not assignments: a key named __proto__ is a key like any other.
  return Object.fromEntries(order ? order.map((key) => [key, fresh.get(key)]) : fresh);
}
