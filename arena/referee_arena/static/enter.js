/** Hands the arena's key over, from the address or from a form, and takes it out of the address at once. */

/**
 * @param {{api: string}} page
 * @param {HTMLElement} root
 */
export function startEnter(page, root) {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  history.replaceState(null, "", location.pathname + location.search);
  const form = root.querySelector("#enter");
  const reason = root.querySelector("#reason");
  const enter = async (key) => {
    try {
      const answer = await fetch(page.api, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ key }) });
      if (answer.ok) location.reload();
      else reason.textContent = (await answer.json()).error;
    } catch {
      reason.textContent = "the arena does not answer";
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = form.elements.namedItem("key");
    enter(input.value);
    input.value = "";
  });
  if (given) enter(given);
}
