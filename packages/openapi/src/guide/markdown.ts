import { html, type HtmlValue, type SafeHtml } from "@latchkey/sign-in";
import { Marked, type MarkedToken, type Token, type Tokens } from "marked";
import { showDiagram } from "../diagram/diagram.ts";

/** Where a link of a page leads, seen from the page; `undefined` if the target is not served. */
export type Links = (target: string) => string | undefined;

/** A heading of a page, with what is below it up to the next one. */
export interface Section {
  readonly level: number;
  /** The anchor, as GitHub generates it. */
  readonly id: string;
  readonly title: string;
  /** In Markdown. */
  readonly text: string;
}

/** Renders the Markdown of the documentation. HTML in it is shown as text, and comments are left out. */
export function renderMarkdown(text: string, links: Links): SafeHtml {
  return showAll(marked.lexer(text), { links, anchorOf: createAnchors() });
}

/** Renders code, links and emphasis within a paragraph. */
export function renderInline(text: string, links: Links): SafeHtml {
  const tokens = marked.Lexer.lexInline(text, marked.defaults);
  return showAll(tokens, { links, anchorOf: createAnchors() });
}

/** The headings of a page, each with its text. Only blocks are parsed, since the search reads every page at once. */
export function sectionsOf(text: string): readonly Section[] {
  const anchorOf = createAnchors();
  const sections: Section[] = [];
  for (const token of known(new marked.Lexer(marked.defaults).blockTokens(text))) {
    const last = sections.pop();
    if (last !== undefined)
      sections.push(token.type === "heading" ? last : { ...last, text: last.text + token.raw });
    if (token.type === "heading")
      sections.push({ level: token.depth, id: anchorOf(token.text), title: token.text, text: "" });
  }
  return sections;
}

/** Only its parser is used: what it found goes into HTML through our template, which escapes it. URLs without brackets stay text. */
const marked = new Marked({ tokenizer: { url: () => undefined } });

interface Page {
  readonly links: Links;
  /** Names an anchor of the page. A repeated heading gets a number. */
  readonly anchorOf: (heading: string) => string;
}

function createAnchors(): Page["anchorOf"] {
  const seen = new Map<string, number>();
  return (heading) => {
    const name = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  };
}

function known(tokens: readonly Token[]): readonly MarkedToken[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Without extensions there are no other tokens.
  return tokens as readonly MarkedToken[];
}

function showAll(tokens: readonly Token[], page: Page): SafeHtml {
  return html`${known(tokens).map((token) => show(token, page))}`;
}

function show(token: MarkedToken, page: Page): HtmlValue {
  switch (token.type) {
    case "heading":
      return showHeading(token, page);
    case "code":
      return showCode(token);
    case "table":
      return showTable(token, page);
    case "list":
      return showList(token, page);
    case "list_item":
      return showAll(token.tokens, page);
    case "blockquote":
      return html`<blockquote>${showAll(token.tokens, page)}</blockquote>`;
    case "paragraph":
      return html`<p>${showAll(token.tokens, page)}</p>`;
    case "text":
      return "tokens" in token ? showAll(token.tokens ?? [], page) : token.text;
    case "strong":
      return html`<strong>${showAll(token.tokens, page)}</strong>`;
    case "em":
      return html`<em>${showAll(token.tokens, page)}</em>`;
    case "del":
      return html`<del>${showAll(token.tokens, page)}</del>`;
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "link":
      return showLink(token, page);
    case "html":
      return token.raw.startsWith("<!--") ? undefined : token.text;
    case "br":
      return html`<br />`;
    case "hr":
      return html`<hr />`;
    case "escape":
    case "image":
      return token.text;
    case "checkbox":
    case "def":
    case "space":
      return undefined;
  }
}

function showCode({ lang = "", text }: Tokens.Code): SafeHtml {
  const drawn = lang === "mermaid" ? showDiagram(text) : undefined;
  return drawn ?? html`<pre tabindex="0"><code>${text}</code></pre>`;
}

function showHeading({ depth, text, tokens }: Tokens.Heading, page: Page): SafeHtml {
  const id = page.anchorOf(text);
  const words = showAll(tokens, page);
  if (depth === 1) return html`<h1 id="${id}">${words}</h1>`;
  if (depth === 2) return html`<h2 id="${id}">${words}</h2>`;
  return depth === 3 ? html`<h3 id="${id}">${words}</h3>` : html`<h4 id="${id}">${words}</h4>`;
}

function showLink({ href: target, tokens }: Tokens.Link, page: Page): SafeHtml {
  const href = page.links(target);
  const inside = showAll(tokens, page);
  return href === undefined ? inside : html`<a href="${href}">${inside}</a>`;
}

function showTable({ header, rows }: Tokens.Table, page: Page): SafeHtml {
  return html`<div class="table" tabindex="0">
    <table>
      <thead>
        <tr>
          ${header.map((cell) => html`<th>${showAll(cell.tokens, page)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${showAll(cell.tokens, page)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function showList({ ordered, items }: Tokens.List, page: Page): SafeHtml {
  const shown = items.map((item) => html`<li>${showItem(item, page)}</li>`);
  return ordered
    ? html`<ol>
        ${shown}
      </ol>`
    : html`<ul>
        ${shown}
      </ul>`;
}

/** The first paragraph of an item needs no element of its own. */
function showItem({ tokens }: Tokens.ListItem, page: Page): SafeHtml {
  const [first, ...rest] = known(tokens);
  if (first?.type !== "paragraph") return showAll(tokens, page);
  return html`${showAll(first.tokens, page)}${showAll(rest, page)}`;
}
