import { html, type SafeHtml } from "./html.ts";
import { introOf } from "./intro.ts";
import type { Notice } from "../messages/notice.ts";

/** A message, optionally with one link and technical details. */
export interface NoticeContent {
  readonly notice: Notice;
  /** What to do next, as a sentence. */
  readonly next?: string | undefined;
  /** Where users find help, in the words of the operator. */
  readonly help?: string | undefined;
  readonly action?: Link | undefined;
  /** Above the details, where they have sentences. */
  readonly details_title?: string;
  /** For support requests. */
  readonly details?: readonly Detail[];
  readonly links?: readonly Link[];
}

interface Link {
  readonly href: string;
  readonly label: string;
}

/** A label and a value. Sentences come untranslated and are marked as English. */
export interface Detail {
  readonly name: string;
  readonly value: string;
  readonly kind: "sentence" | "mono";
}

export function noticeView(content: NoticeContent): SafeHtml {
  const { notice, next, help, action, links = [] } = content;
  return html`<h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${next !== undefined && html`<p class="quiet">${next}</p>`} ${introOf(help)}
    ${
      action !== undefined &&
      html`<p class="actions">
        <a class="button primary" href="${action.href}">${action.label}</a>
      </p>`
    }
    ${detailList(content)}
    ${links.length > 0 && html`<p class="links small">${links.map(linkOf)}</p>`}`;
}

function detailList({ details = [], details_title }: NoticeContent): SafeHtml | undefined {
  if (details.length === 0) return undefined;
  const hasTitle = details.some(({ kind }) => kind === "sentence");
  return html`<div class="details">
    ${hasTitle && html`<p>${details_title}</p>`}
    <dl>${details.map(detailRow)}</dl>
  </div>`;
}

function detailRow({ name, value, kind }: Detail): SafeHtml {
  const text =
    kind === "mono" ? html`<code>${value}</code>` : html`<span lang="en">${value}</span>`;
  return html`<dt>${name}</dt>
    <dd>${text}</dd>`;
}

function linkOf({ href, label }: Link): SafeHtml {
  return html`<a href="${href}">${label}</a>`;
}
