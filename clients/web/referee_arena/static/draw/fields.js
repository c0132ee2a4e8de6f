/** A field in sentences. */
import { tokenText } from "./tokens.js";

/** Things of a field that are told one by one. */
const FEW = 6;

/**
 * Return what is on a field and what happens there.
 * @param {any} part
 * @param {string[]} players
 * @param {(place: string) => string} nameOf what a place is called
 */
export function fieldText({ title, tokens, marks }, players, nameOf) {
  const all = Object.values(tokens);
  const told = all.map((token) => `${nameOf(token.at)}: ${tokenText(token, players)}`);
  const things = all.length > FEW ? [`${all.length} things on it`] : told;
  const said = marks.filter((mark) => mark.text).map((mark) => mark.text);
  return [title, ...things, ...said].filter((each) => each).join(". ");
}
