/** A table: rows keep their elements, minor columns and rows beyond the first few give way on narrow screens. */
import { Keyed, attribute, el, same, setText } from "./dom.js";
import { LineItem } from "./spans.js";

/** Rows that a narrow screen shows before it is asked for all. */
const FEW = 6;
/** Rows beyond which some are left out there. */
const MANY = 9;

export class TablePart {
  /**
   * @param {string} id
   * @param {any} view
   */
  constructor(id, view) {
    this.view = view;
    this.node = el("div", "tabled");
    const pane = el("div", "pane");
    this.table = el("table");
    const head = el("thead");
    this.heads = el("tr");
    head.append(this.heads);
    const body = el("tbody");
    this.table.append(head, body);
    pane.append(this.table);
    this.more = el("button", "more", "show all");
    this.more.setAttribute("type", "button");
    this.more.addEventListener("click", () => this.unfold());
    this.node.append(pane, this.more);
    this.rows = new Keyed(body, () => new RowItem(this));
    this.columns = [];
    view.watchSize(pane, () => attribute(pane, "tabindex", pane.scrollWidth > pane.clientWidth + 1 ? 0 : null));
  }

  /** @param {any} part */
  draw(part) {
    const { title, columns, rows } = part;
    if (!same(this.columns, columns)) {
      this.columns = columns;
      this.heads.replaceChildren(...columns.map(([name, isNumber, isMinor]) => {
        const node = el(name ? "th" : "td", classes(isNumber, isMinor));
        if (name) node.setAttribute("scope", "col");
        setText(node, name);
        return node;
      }));
      this.rows.draw([]);
    }
    attribute(this.table, "aria-label", title || null);
    const entries = Object.entries(rows);
    const isLong = entries.length > MANY;
    this.rows.draw(entries.map(([id, row], index) => [id, { ...row, isExtra: isLong && index >= FEW && row.style !== "strong" }]));
    this.more.hidden = !isLong && !columns.some((column) => column[2]);
  }

  unfold() {
    const isOpen = this.node.classList.toggle("unfolded");
    this.more.textContent = isOpen ? "show less" : "show all";
  }

  light() {}
}

class RowItem {
  /** @param {TablePart} part */
  constructor(part) {
    this.columns = part.columns;
    this.players = part.view.players;
    this.node = el("tr");
    this.cells = [];
    this.told = [];
  }

  /** @param {{style: string, cells: any[][], isExtra: boolean}} told */
  draw({ style, cells, isExtra }) {
    attribute(this.node, "class", `s-${style}${isExtra ? " extra" : ""}`);
    while (this.cells.length > cells.length) this.cells.pop().node.remove();
    cells.forEach((line, index) => {
      let cell = this.cells[index];
      if (!cell) {
        cell = new LineItem(this.players, index ? "td" : "th");
        const [, isNumber, isMinor] = this.columns[index] || [];
        cell.node.className = `line ${classes(isNumber, isMinor)}`.trim();
        if (!index) cell.node.setAttribute("scope", "row");
        this.cells.push(cell);
        this.node.append(cell.node);
      } else if (same(this.told[index], line)) return;
      cell.draw(line);
    });
    this.told = cells;
  }
}

/** Return classes of a column's cells. */
function classes(isNumber, isMinor) {
  return [isNumber && "number", isMinor && "minor"].filter((each) => each).join(" ");
}
