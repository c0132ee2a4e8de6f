/** Sharing a match: copies the link to a moment, and offers the code that shows the match within another page. */
import { stepText } from "./address.js";
import { make } from "./page.js";

/** Width and height of a frame in another page. */
const SIZE = [800, 600];

/**
 * Copy the link to what is shown, and open a box with it and with the code to embed the match.
 * @param {any} player
 * @param {string} address The page without a moment.
 */
export async function share(player, address) {
  const { page, views, moment, hidesResults, history } = player;
  const isFollowing = player.isLive && player.isFollowing;
  const told = [isFollowing ? "" : stepText(moment), `eyes=${views.names}`].filter(Boolean).join("&");
  const hides = hidesResults ? "results=hidden" : "";
  // A server reads the query, and can show a picture of the moment; files have no server.
  const link = page.base
    ? `${address}?${[told, hides].filter(Boolean).join("&")}`
    : `${hides ? `${address}${address.includes("?") ? "&" : "?"}${hides}` : address}#${told}`;
  const says = make("p", { role: "status" });
  const box = make("dialog", { class: "keys share-box", "aria-label": "share this match" },
    make("h2", {}, "Share"), says, field(isFollowing ? "link to the match" : `link to step ${moment[0]}`, "link", link, says));
  const frame = page.share?.embed && /^http/.test(location.protocol) ? new URL(page.share.embed, location.href) : null;
  if (frame) {
    if (hides) frame.searchParams.set("results", "hidden");
    const url = frame.href.replace(/=(?=$|&)/g, "");
    box.append(field("code to show the match within a page", "code", codeOf(url, history.index), says));
  }
  box.append(make("p", {}, make("button", { type: "button", class: "primary", onclick: () => box.close() }, "close")));
  box.addEventListener("close", () => box.remove());
  player.element.append(box);
  box.showModal();
  const input = box.querySelector("input");
  input?.select();
  says.textContent = (await copied(link, input)) ? "The link is copied." : "Copy the link with the keyboard: it is selected.";
}

/** @param {string} label @param {string} what @param {string} text @param {HTMLElement} says */
function field(label, what, text, says) {
  const input = make("input", { type: "text", readonly: true, class: what });
  input.value = text;
  const button = make("button", { type: "button", onclick: async () => {
    input.select();
    says.textContent = (await copied(text, input)) ? `The ${what} is copied.` : `Copy the ${what} with the keyboard: it is selected.`;
  } }, `copy ${what}`);
  return make("div", { class: "share-row" }, make("label", {}, label, input), button);
}

/**
 * Return the code of a frame. Its own origin is not that of the page around it, so that it may keep its own.
 * @param {string} url
 * @param {any} index
 */
function codeOf(url, { title, players }) {
  const safe = (text) => text.replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  const about = `${title}: ${players.slice(0, 6).join(", ")}`;
  return `<iframe src="${safe(url)}" title="${safe(about)}" width="${SIZE[0]}" height="${SIZE[1]}" loading="lazy" style="border:0" `
    + 'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>';
}

/**
 * Copy a text that an input shows.
 * @param {string} text
 * @param {HTMLInputElement} input
 * @returns {Promise<boolean>}
 */
async function copied(text, input) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS a browser has no clipboard to write to, but copies what is selected.
    input.select();
    return document.execCommand("copy");
  }
}
