/** A match of a site of files: the address names it, and a script in a file next to the page contains it. */
import { DataSource } from "./data_source.js";
import { startMatch } from "./player.js";

/**
 * Start the page.
 *
 * @param {any} page `folder`: where matches are.
 * @param {HTMLElement} root
 */
export function startFile(page, root) {
  const number = location.search.slice(1).split("&")[0];
  if (!/^\d{1,9}$/.test(number)) return say(root, "The address names no match: it ends as in match.html?12.");
  const script = document.createElement("script");
  window.refereeArena = {
    match: (data) => {
      if (data.problem) say(root, `This match can't be shown: ${data.problem}`);
      else startMatch({ ...page, ...placesOf(number) }, root, new DataSource(data, page.eyes));
    },
  };
  script.src = `${page.folder}/${number.padStart(6, "0")}.js`;
  script.addEventListener("error", () => say(root, `There is no match ${number} here.`));
  document.head.append(script);
}

/**
 * Start the page that has one match and all else in it.
 *
 * @param {any} page
 * @param {HTMLElement} root
 */
export function startSingle(page, root) {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  startMatch({ ...page, replies: data.replies?.seats }, root, new DataSource(data, page.eyes));
}

/** Return where the page of a match is, for itself and within another page. @param {string} number */
function placesOf(number) {
  const open = `match.html?${number}`;
  const isEmbedded = new URLSearchParams(location.search).get("view") === "embed";
  return { open: isEmbedded ? open : "", later: "static/later.js", share: { embed: `${open}&view=embed` } };
}

/** @param {HTMLElement} root @param {string} text */
function say(root, text) {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = text;
  root.replaceChildren(line);
}
