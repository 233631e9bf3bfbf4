import { html, type SafeHtml } from "./html.ts";
import type { Notice } from "../messages/notice.ts";

/** A message, optionally with one link and technical details. */
export interface NoticeContent {
  readonly notice: Notice;
  /** What to do next, as a sentence. */
  readonly next?: string | undefined;
  readonly action?: Link | undefined;
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
  const { notice, next, action, details = [], links = [] } = content;
  return html`<h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${next !== undefined && html`<p class="quiet">${next}</p>`}
    ${
      action !== undefined &&
      html`<p class="actions">
        <a class="button primary" href="${action.href}">${action.label}</a>
      </p>`
    }
    ${details.length > 0 && html`<dl class="details">${details.map(detailRow)}</dl>`}
    ${links.length > 0 && html`<p class="links small">${links.map(linkOf)}</p>`}`;
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
