/** Places for streams: a browser has six connections to a host, for all its windows together. */

/** Streams of matches at once; what is left is for pages, chunks, and a seat that is played. */
const PLACES = 4;
const FULL = "Other windows follow as many matches as a browser can: close or hide one.";

/**
 * Wait for a free connection, of which HTTP/1.1 has few. HTTP/2 needs no waiting, and without locks nobody can count.
 *
 * @param {AbortSignal} stopped Ends the wait.
 * @param {(text: string) => void} tell Called with the reason for waiting.
 * @returns {Promise<() => void>} Call it to leave the place.
 */
export async function place(stopped, tell) {
  const navigation = /** @type {any} */ (performance.getEntriesByType("navigation")[0]);
  if (!navigator.locks || navigation?.nextHopProtocol !== "http/1.1") return () => {};
  const numbers = Array.from({ length: PLACES }, (_, number) => number);
  for (const number of numbers) {
    const leave = await taken(number, { ifAvailable: true });
    if (leave) return leave;
  }
  tell(FULL);
  const found = new AbortController();
  const signal = AbortSignal.any([stopped, found.signal]);
  const waits = numbers.map(async (number) => {
    const leave = await taken(number, { signal });
    if (!signal.aborted) {
      found.abort();
      return leave;
    }
    leave();
    throw signal.reason;
  });
  return Promise.any(waits).catch(() => () => {});
}

/**
 * Take a place.
 * @param {number} number
 * @param {LockOptions} options
 * @returns {Promise<any>} What leaves it; null if it is taken and one would not wait.
 */
function taken(number, options) {
  return new Promise((resolve, reject) => {
    const hold = (lock) => (lock ? new Promise((leave) => resolve(() => leave(undefined))) : resolve(null));
    navigator.locks.request(`stream ${number}`, options, hold).catch(reject);
  });
}
