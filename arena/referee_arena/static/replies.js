/** What language models replied at a step: the text, why it was or was not played, tokens and time. */
import { make } from "./page.js";

/** Characters and lines above which a reply is folded. */
const LONG = 700;
const LINES = 14;
/** Characters of a folded reply that are shown. */
const HEAD = 140;

/** Why a reply was not played, for people. */
const WHY = {
  EMPTY: "no text",
  TRUNCATED: "cut off at its greatest length",
  UNPARSABLE: "no JSON object",
  FORM: "not the form of an answer",
  ILLEGAL: "refused by the rules",
  REFUSED: "the model or its provider refused",
  TRANSPORT: "no reply came",
  LATE: "too late, the turn was over",
  BUDGET: "the budget is used up",
};

/** What the traces of a match have for some eyes; the server gives no others. */
export class Replies {
  /**
   * @param {any} source
   * @param {string} eyes
   * @param {string[]} players
   * @param {(step: number, nth: number) => string} link Address of a moment.
   */
  constructor(source, eyes, players, link) {
    this.source = source;
    this.eyes = eyes;
    this.players = players;
    this.link = link;
    /** @type {{seat: number, model: string, turns: [number, number][], problem: string}[]|null} */
    this.seats = null;
    this.element = make("div", { class: "replies" });
  }

  /**
   * Show what was replied before a step, which it led to.
   * @param {number} step
   * @param {AbortSignal} signal Given when another step is wanted.
   */
  async draw(step, signal) {
    this.seats ??= (await this.source.json(`${this.eyes}/replies`, signal)).seats;
    const parts = await Promise.all(this.seats.map((seat) => this.part(seat, step, signal)));
    if (signal.aborted) return;
    this.element.replaceChildren(...parts);
    this.element.dataset.step = String(step);
  }

  /**
   * Return what one seat has at a step.
   * @param {{seat: number, model: string, turns: [number, number][], problem: string}} told
   * @param {number} step @param {AbortSignal} signal
   */
  async part({ seat, model, turns, problem }, step, signal) {
    const part = make("section", { "aria-label": `replies of seat ${seat}` },
      make("h3", {}, this.players[seat] ?? `seat ${seat}`, model ? make("span", { class: "faint" }, ` ${model}`) : null));
    if (problem) {
      part.append(make("p", { class: "bad" }, `The trace can't be shown: ${problem}.`));
      return part;
    }
    const [turn] = turns.find((each) => each[1] === step) ?? [];
    if (turn === undefined) {
      part.append(this.elsewhere(turns, step));
      return part;
    }
    const path = `${this.eyes}/replies/${seat}/${turn}`;
    const { attempts, action } = await this.source.json(path, signal);
    part.append(...attempts.map(attemptNode));
    const end = action === null
      ? make("p", { class: "faint" }, "No answer was sent: the rules' default action was played.")
      : make("p", {}, make("span", { class: "faint" }, "sent: "), make("code", {}, action));
    part.append(end);
    // A page that is a file has nobody to compute a prompt.
    if (this.source.base) part.append(this.promptNode(path));
    return part;
  }

  /**
   * Return a line with the nearest steps that have a reply.
   * @param {[number, number][]} turns @param {number} step
   */
  elsewhere(turns, step) {
    const before = turns.filter((each) => each[1] < step).at(-1);
    const behind = turns.find((each) => each[1] > step);
    const line = make("p", { class: "faint" }, "No reply led to this step.");
    for (const [word, found] of [["before", before], ["next", behind]]) {
      if (found) line.append(" ", make("a", { href: this.link(found[1], 0) }, `${word}: step ${found[1]}`));
    }
    return line;
  }

  /** Return a button that loads the prompts of a turn. @param {string} path */
  promptNode(path) {
    const place = make("div", { class: "prompts" });
    const button = make("button", { type: "button", onclick: async () => {
      button.disabled = true;
      try {
        const told = await this.source.json(`${path}/prompts`, new AbortController().signal);
        place.replaceChildren(...promptNodes(told));
      } catch (error) {
        button.disabled = false;
        place.replaceChildren(button, make("p", { class: "bad", role: "status" }, error.message));
      }
    } }, "show the prompt");
    place.append(button);
    return place;
  }
}

/** @param {any} told @param {number} at */
function attemptNode({ category, ms, tokens, reasoned, problem, reply }, at) {
  const facts = [
    tokensText(tokens),
    typeof ms === "number" ? (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`) : "",
    reasoned ? `${reasoned.toLocaleString("en")} characters reasoned apart` : "",
  ];
  return make("article", { class: `reply ${category ? "failed" : "played"}`, "data-category": category },
    make("p", { class: "reply-head" },
      make("strong", {}, `request ${at + 1}`),
      make("span", { class: category ? "bad" : "good" }, category ? `${category}: ${WHY[category] ?? "not played"}` : "an answer"),
      make("span", { class: "faint" }, facts.filter(Boolean).join(", "))),
    reply.text ? folded(reply) : null,
    problem.text ? folded(problem) : null);
}

/** Return counts of tokens as text; what the provider has not said is left out. @param {any} tokens */
function tokensText({ prompt, completion, cached, reasoning }) {
  const told = (count, part, word) => (part === undefined ? `${count}` : `${count} (${part} ${word})`);
  const parts = [
    prompt === undefined ? "" : `in ${told(prompt, cached, "cached")}`,
    completion === undefined ? "" : `out ${told(completion, reasoning, "reasoning")}`,
  ];
  const text = parts.filter(Boolean).join(", ");
  return text ? `tokens ${text}` : "tokens not told";
}

/**
 * Return a stranger's text as it is, folded if it is long. It is set as text, never as markup.
 * @param {{text: string, cut: number}} told The end of the text, and how many characters before it are left out.
 * @param {string} [name]
 */
function folded({ text, cut }, name = "") {
  const whole = make("pre", { dir: "auto" }, cut ? `(${cut.toLocaleString("en")} characters are left out)\n${text}` : text);
  if (!name && text.length <= LONG && text.split("\n").length <= LINES) return whole;
  const size = `${(text.length + cut).toLocaleString("en")} characters`;
  const head = name || `${text.slice(0, HEAD).replace(/\s+/g, " ")}…`;
  return make("details", {}, make("summary", { dir: "auto" }, `${head} `, make("span", { class: "faint" }, size)), whole);
}

/** @param {{prompts: {role: string, text: {text: string, cut: number}}[][], problems: string[]}} told */
function promptNodes({ prompts, problems }) {
  const says = problems.length
    ? make("div", { class: "bad" }, make("p", {}, "The trace does not fit the replay:"), make("ul", {}, ...problems.map((each) => make("li", {}, each))))
    : make("p", { class: "faint" }, "Computed again from the replay, which the whole trace fits.");
  // Rules are equal in all requests of a turn.
  const isNew = (at, place, text) => !at || prompts[at - 1][place]?.text.text !== text.text;
  const nodes = prompts.flatMap((messages, at) => messages
    .filter(({ text }, place) => isNew(at, place, text))
    .map(({ role, text }) => folded(text, `prompt of request ${at + 1}, ${role}`)));
  return [says, ...nodes];
}
