/** Takes a seat's token, so that its owner looks through its eyes while the match runs. */
import { keepInAddress, make } from "./page.js";

/**
 * Return a form for a seat's token; one in the address, `#token=…`, is taken at once, and taken out of it.
 * @param {string} api Where tokens are taken.
 */
export function tokenForm(api) {
  const input = make("input", { type: "password", autocomplete: "off", required: true, "aria-label": "token of a seat" });
  const reason = make("p", { role: "status" });
  /** @param {string} token */
  const take = async (token) => {
    try {
      const answer = await fetch(api, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) });
      const told = await answer.json();
      reason.textContent = answer.ok ? "" : told.error;
      if (!answer.ok) return;
      keepInAddress(`eyes=seat-${told.seat}`);
      location.reload();
    } catch {
      reason.textContent = "The server can't be reached: try again.";
    }
  };
  const form = make("form", {
    onsubmit: (event) => {
      event.preventDefault();
      take(input.value);
      input.value = "";
    },
  }, input, " ", make("button", {}, "look through its eyes"), reason);
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    keepInAddress("");
    take(given);
  }
  return make("details", { class: "token" }, make("summary", {}, "a seat of mine"), form);
}
