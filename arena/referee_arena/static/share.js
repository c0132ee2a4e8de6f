/** Addresses of the page and of a moment, and buttons that copy them. */
import { make } from "./page.js";

/** Milliseconds for which a button says that it has copied. */
const SAID_MS = 1600;

/**
 * Return the address of the page without a moment; empty within another page, which has none.
 * @returns {string}
 */
export function pageAddress() {
  if (!/^(https?|file):$/.test(location.protocol)) return "";
  const url = new URL(location.href);
  url.hash = "";
  url.searchParams.delete("view");
  return url.href.replace(/=(?=$|&)/g, "");
}

/**
 * Return a button that copies a text.
 * @param {string} label
 * @param {() => string} text
 * @param {string} address Empty where there is nothing to copy: no button then.
 */
export function copyButton(label, text, address = pageAddress()) {
  if (!address) return null;
  const button = make("button", { type: "button", class: "copy", onclick: async () => {
    const done = await copied(text());
    button.textContent = done ? "copied" : "copy it from the address bar";
    setTimeout(() => (button.textContent = label), SAID_MS);
  } }, label);
  return button;
}

/** @param {string} text @returns {Promise<boolean>} */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS a browser has no clipboard to write to, but copies what is selected.
    const box = make("textarea", { class: "unseen", "aria-hidden": "true" });
    box.value = text;
    document.body.append(box);
    box.select();
    const isDone = document.execCommand("copy");
    box.remove();
    return isDone;
  }
}
