import { html, type SafeHtml } from "./html.ts";
import type { Notice } from "../messages/notice.ts";

/** A message, optionally with one link and technical details. */
export interface NoticeContent {
  readonly notice: Notice;
  /** What to do next, as a sentence. */
  readonly next?: string | undefined;
  readonly action?: { readonly href: string; readonly label: string } | undefined;
  /** For support requests. */
  readonly details?: readonly Detail[];
}

/** A label and a value. Sentences come untranslated and are marked as English. */
export interface Detail {
  readonly name: string;
  readonly value: string;
  readonly kind: "sentence" | "mono";
}

export function noticeView({ notice, next, action, details = [] }: NoticeContent): SafeHtml {
  return html`<h1>${notice.title}</h1>
    <p class="quiet">${notice.text}</p>
    ${next !== undefined && html`<p class="quiet">${next}</p>`}
    ${
      action !== undefined &&
      html`<p class="actions">
        <a class="button primary" href="${action.href}">${action.label}</a>
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
