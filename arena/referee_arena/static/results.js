/** The switch that hides results, for people who want to watch a match without knowing its end. */
import { keepSetting, setting } from "./page.js";

/** Let the page's switch hide and show results, and remember what was chosen. */
export function startSwitch() {
  const box = document.getElementById("hide-results");
  if (!(box instanceof HTMLInputElement)) return;
  const apply = () => document.documentElement.classList.toggle("hides-results", box.checked);
  box.checked = setting("hide") === "yes";
  box.addEventListener("change", () => {
    keepSetting("hide", box.checked ? "yes" : "");
    apply();
  });
  apply();
}
