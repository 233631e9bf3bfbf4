import { html, type SafeHtml } from "@latchkey/sign-in";
import { showDiagram } from "../diagram/diagram.ts";
import { renderInline, type Links } from "./inline.ts";

/** A heading of a page. */
export interface Heading {
  readonly level: number;
  /** The anchor, as GitHub generates it. */
  readonly id: string;
  readonly text: string;
}

/** Something that lines of Markdown say. */
type Block =
  | ({ readonly kind: "heading" } & Heading)
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: "list";
      readonly ordered: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "paragraph"; readonly text: string };

/** Renders the Markdown of the documentation. HTML in it is shown as text, and comments are left out. */
export function renderMarkdown(text: string, links: Links): SafeHtml {
  return html`${parse(text.split("\n"), createScope()).map((block) => show(block, links))}`;
}

/** The headings of a page. */
export function headingsOf(text: string): readonly Heading[] {
  return parse(text.split("\n"), createScope()).filter((block) => block.kind === "heading");
}

/** Where lines are: in a page, or in lists and quotations of it. */
interface Scope {
  /** Names an anchor of the page. A repeated heading gets a number. */
  readonly anchorOf: (heading: string) => string;
  /** How many lists and quotations the lines are in. */
  readonly depth: number;
}

/** Deeper lists and quotations are text, so that no input exhausts the stack. */
const MAX_DEPTH = 8;

function inside(scope: Scope): Scope {
  return { ...scope, depth: scope.depth + 1 };
}

function createScope(): Scope {
  const seen = new Map<string, number>();
  const anchorOf = (heading: string): string => {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  };
  return { anchorOf, depth: 0 };
}

/** A block, and the number of the line after it. A block of `undefined` is not shown. */
interface Parsed {
  readonly block: Block | undefined;
  readonly next: number;
}

type Parser = (lines: readonly string[], at: number, scope: Scope) => Parsed | undefined;

function parse(lines: readonly string[], scope: Scope): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const { block, next } = parseBlock(lines, at, scope);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

function parseBlock(lines: readonly string[], at: number, scope: Scope): Parsed {
  for (const parser of parsers) {
    const parsed = parser(lines, at, scope);
    if (parsed !== undefined) return parsed;
  }
  return parseParagraph(lines, at);
}

const parsers: readonly Parser[] = [
  parseNothing,
  parseComment,
  parseCode,
  parseHeading,
  parseTable,
  parseQuote,
  parseList,
];

function parseNothing(lines: readonly string[], at: number): Parsed | undefined {
  return lineAt(lines, at).trim() === "" ? { block: undefined, next: at + 1 } : undefined;
}

function parseComment(lines: readonly string[], at: number): Parsed | undefined {
  if (!lineAt(lines, at).startsWith("<!--")) return undefined;
  return { block: undefined, next: firstFrom(lines, at, (line) => line.includes("-->")) + 1 };
}

function parseCode(lines: readonly string[], at: number): Parsed | undefined {
  const [, fence, language = ""] = /^(`{3,})(\w*)/.exec(lineAt(lines, at)) ?? [];
  if (fence === undefined) return undefined;
  const end = firstFrom(lines, at + 1, (line) => line.trimEnd() === fence);
  const text = lines.slice(at + 1, end).join("\n");
  return { block: { kind: "code", language, text }, next: end + 1 };
}

function parseHeading(lines: readonly string[], at: number, scope: Scope): Parsed | undefined {
  const [, marks, text] = /^(#{1,6}) (.+)$/.exec(lineAt(lines, at)) ?? [];
  if (marks === undefined || text === undefined) return undefined;
  const block = { kind: "heading", level: marks.length, id: scope.anchorOf(text), text } as const;
  return { block, next: at + 1 };
}

function parseTable(lines: readonly string[], at: number): Parsed | undefined {
  const isTable = lineAt(lines, at).startsWith("|") && /^\|[-: |]+\|$/.test(lineAt(lines, at + 1));
  if (!isTable) return undefined;
  const next = firstFrom(lines, at, (line) => !line.startsWith("|"));
  const [head = "", , ...rows] = lines.slice(at, next);
  return { block: { kind: "table", rows: [head, ...rows].map(cellsOf) }, next };
}

/** The cells of a row. A bar within a cell is escaped. */
function cellsOf(row: string): readonly string[] {
  const cells = row.trim().split(/(?<!\\)\|/);
  return cells.slice(1, -1).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function parseQuote(lines: readonly string[], at: number, scope: Scope): Parsed | undefined {
  if (scope.depth === MAX_DEPTH || !lineAt(lines, at).startsWith(">")) return undefined;
  const next = firstFrom(lines, at, (line) => !line.startsWith(">"));
  const quoted = lines.slice(at, next).map((line) => line.replace(/^> ?/, ""));
  return { block: { kind: "quote", blocks: parse(quoted, inside(scope)) }, next };
}

const ITEM = /^(?:[-*]|\d+\.) +/;

function parseList(lines: readonly string[], at: number, scope: Scope): Parsed | undefined {
  if (scope.depth === MAX_DEPTH || !ITEM.test(lineAt(lines, at))) return undefined;
  const next = firstFrom(lines, at, (line, index) => !continuesList(lines, line, index));
  const items: string[][] = [];
  let indent = 0;
  for (const line of lines.slice(at, next)) {
    const [mark] = ITEM.exec(line) ?? [];
    if (mark !== undefined) {
      indent = mark.length;
      items.push([line.slice(indent)]);
    } else items.at(-1)?.push(line.slice(Math.min(indent, line.search(/[^ ]|$/))));
  }
  const ordered = /^\d/.test(lineAt(lines, at));
  return {
    block: { kind: "list", ordered, items: items.map((item) => parse(item, inside(scope))) },
    next,
  };
}

/** A list goes on with an item, an indented line, or an empty line before one of these. */
function continuesList(lines: readonly string[], line: string, at: number): boolean {
  const isPart = (text: string): boolean => ITEM.test(text) || /^ {2,}\S/.test(text);
  return line.trim() === "" ? isPart(lineAt(lines, at + 1)) : isPart(line);
}

function parseParagraph(lines: readonly string[], at: number): Parsed {
  const endsHere = (line: string): boolean =>
    line.trim() === "" || line.startsWith("```") || /^#{1,6} /.test(line) || ITEM.test(line);
  const next = firstFrom(lines, at + 1, endsHere);
  const text = lines.slice(at, next).join("\n");
  return { block: { kind: "paragraph", text }, next };
}

function lineAt(lines: readonly string[], at: number): string {
  return lines[at] ?? "";
}

/** The number of the first line from `at` on that fits, or the number of lines. */
function firstFrom(
  lines: readonly string[],
  at: number,
  fits: (line: string, index: number) => boolean,
): number {
  let index = at;
  while (index < lines.length && !fits(lineAt(lines, index), index)) index += 1;
  return index;
}

function show(block: Block, links: Links): SafeHtml {
  switch (block.kind) {
    case "heading":
      return showHeading(block, links);
    case "code":
      return showCode(block);
    case "table":
      return showTable(block.rows, links);
    case "list":
      return showList(block, links);
    case "quote":
      return html`<blockquote>${block.blocks.map((one) => show(one, links))}</blockquote>`;
    case "paragraph":
      return html`<p>${renderInline(block.text, links)}</p>`;
  }
}

function showCode({ language, text }: Extract<Block, { readonly kind: "code" }>): SafeHtml {
  const drawn = language === "mermaid" ? showDiagram(text) : undefined;
  return drawn ?? html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function showHeading({ level, id, text }: Heading, links: Links): SafeHtml {
  const words = renderInline(text, links);
  if (level === 1) return html`<h1 id="${id}">${words}</h1>`;
  if (level === 2) return html`<h2 id="${id}">${words}</h2>`;
  return level === 3 ? html`<h3 id="${id}">${words}</h3>` : html`<h4 id="${id}">${words}</h4>`;
}

function showTable([head = [], ...rows]: readonly (readonly string[])[], links: Links): SafeHtml {
  return html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${head.map((cell) => html`<th>${renderInline(cell, links)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${renderInline(cell, links)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function showList(
  { ordered, items }: Extract<Block, { readonly kind: "list" }>,
  links: Links,
): SafeHtml {
  const shown = items.map(
    (item) => html`<li>${item.map((block) => showInItem(block, links))}</li>`,
  );
  return ordered
    ? html`<ol>
        ${shown}
      </ol>`
    : html`<ul>
        ${shown}
      </ul>`;
}

/** A paragraph of an item needs no element of its own. */
function showInItem(block: Block, links: Links): SafeHtml {
  return block.kind === "paragraph" ? renderInline(block.text, links) : show(block, links);
}
