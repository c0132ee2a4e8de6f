/** The bar at the top of a match: where one is, whether it is live, whose eyes look, how to play, a link to share. */
import { setText } from "./draw/dom.js";
import { nameNode } from "./draw/spans.js";
import { make } from "./page.js";
import { pageAddress, shareButton } from "./share.js";

/** The bar; it takes the links of the page's own head, so that all is in one line. */
export class Bar {
  /** @param {HTMLElement} slot Where the choice of eyes is. @param {any} player */
  constructor(slot, player) {
    const head = document.querySelector("body > header.top");
    const links = [...(head?.querySelectorAll("a") ?? [])];
    head?.remove();
    this.heading = make("h1", { class: "game" });
    this.badge = make("span", { class: "air", hidden: true });
    this.how = make("button", { type: "button", class: "bare to-how", hidden: true, onclick: () => player.side.toggleHow() }, "how to play");
    const address = pageAddress();
    this.element = make("div", { class: "bar-top" },
      links.length ? make("nav", { "aria-label": "pages" }, ...links) : null,
      this.heading, this.badge, make("span", { class: "grow" }), slot, this.how,
      shareButton("share", player),
      make("span", { class: "own-address" }, address.replace(/^\w+:\/+/, "")));
  }

  /** @param {any} index */
  tell(index) {
    const names = index.players.flatMap((name, seat) => [seat ? " – " : ": ", nameNode(name, seat)]);
    this.heading.replaceChildren(make("span", {}, index.title), make("span", { class: "unseen" }, ...names));
    this.how.hidden = !index.how_to?.length;
  }

  /** @param {boolean} isLive @param {boolean} isFollowing @param {boolean} isOver Whether the reader may know that it is over. */
  draw(isLive, isFollowing, isOver) {
    this.badge.hidden = !isLive && !isOver;
    this.badge.className = `air ${isFollowing ? "on-air" : ""}`;
    setText(this.badge, isFollowing ? "LIVE" : isLive ? "REPLAY" : "FINISHED");
  }
}
