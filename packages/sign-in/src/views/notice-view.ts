import { html, type SafeHtml } from "../html.ts";
import type { Notice } from "../messages/notice.ts";

/** Something to know, and perhaps one thing to do about it. */
export interface NoticeContent {
  readonly notice: Notice;
  readonly action?: { readonly href: string; readonly words: string } | undefined;
  /** For people to quote. */
  readonly details?: readonly Detail[];
}

/** A name and its value; what was not translated says in which language it is. */
export interface Detail {
  readonly name: string;
  readonly value: string;
  readonly kind: "sentence" | "mono";
}

/** Says what happened. */
export function noticeView({ notice, action, details = [] }: NoticeContent): SafeHtml {
  return html`<h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${
      action !== undefined &&
      html`<p class="actions">
        <a class="button primary" href="${action.href}">${action.words}</a>
      </p>`
    }
    ${details.length > 0 && html`<dl class="details">${details.map(detailRow)}</dl>`}`;
}

function detailRow({ name, value, kind }: Detail): SafeHtml {
  const text =
    kind === "mono" ? html`<code>${value}</code>` : html`<span lang="en">${value}</span>`;
  return html`<dt>${name}</dt>
    <dd>${text}</dd>`;
}
