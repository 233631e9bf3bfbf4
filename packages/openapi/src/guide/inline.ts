import { html, type HtmlValue, type SafeHtml } from "@latchkey/sign-in";

/** Where a link of a page leads, seen from the page; `undefined` if the target is not served. */
export type Links = (target: string) => string | undefined;

const TOKEN =
  /`(?<code>[^`]+)`|!?\[(?<label>(?:`[^`]*`|[^[\]`])*)\]\((?<target>[^()\s]*)\)|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*\s][^*]*)\*|\\(?<escaped>[!-/:-@[-`{-~])/g;

/** Renders code, links, and emphasis within a paragraph. Everything else is text. */
export function renderInline(text: string, links: Links): SafeHtml {
  const parts: HtmlValue[] = [];
  let end = 0;
  for (const { index, 0: token, groups = {} } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index), show(token, groups, links));
    end = index + token.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}

function show(
  token: string,
  { code, label, target, strong, emphasis, escaped }: Readonly<Record<string, string | undefined>>,
  links: Links,
): HtmlValue {
  if (code !== undefined) return html`<code>${code}</code>`;
  if (strong !== undefined) return html`<strong>${renderInline(strong, links)}</strong>`;
  if (emphasis !== undefined) return html`<em>${renderInline(emphasis, links)}</em>`;
  if (escaped !== undefined) return escaped;
  if (label === undefined || target === undefined) return token;
  const inside = renderInline(label, links);
  const href = token.startsWith("!") ? undefined : links(target);
  return href === undefined ? inside : html`<a href="${href}">${inside}</a>`;
}
