import type { PreviewPage } from "@latchkey/api";

import { chooseLocale } from "../messages/locale.ts";
import { type Content, renderDocument } from "../views/layout.ts";
import type { Brand } from "./brand.ts";
import { messagesOf } from "./page-messages.ts";
import { samples } from "./samples/samples.ts";
import type { Scheme } from "./theme.ts";

/** What is previewed. */
export interface Preview {
  readonly page: PreviewPage;
  readonly scheme: Scheme;
  /** A language tag. */
  readonly language: string;
}

/** The nonce of the style elements of a preview, for the page that contains it to replace. */
const PREVIEW_NONCE = "preview";

/** A frame that may not take the focus would report it. */
const AUTOFOCUS = /(<(?:input|button)\b[^>]*?)\sautofocus\b/g;

/** What a script shows, where the browser has passkeys. */
const SCRIPTED = 'class="passkey-form" hidden';

/**
 * A page with sample data, rendered as users see it. The document needs no further request and has no scripts, its form can be
 * neither filled in nor sent, and it is in the colour scheme that was asked for, whichever the browser prefers.
 */
export function renderPreview({ page, scheme, language }: Preview, brand: Brand): string {
  const locale = chooseLocale([language], undefined);
  const frame = { locale, base_path: "/", product_name: brand.product_name, brand };
  const sample = samples[page](messagesOf(frame), frame);
  const content: Content = { ...sample, inline_style: true };
  const document = renderDocument(frame, content);
  const other = scheme === "light" ? "dark" : "light";
  return document
    .replaceAll(AUTOFOCUS, "$1")
    .replaceAll(SCRIPTED, 'class="passkey-form"')
    .replaceAll("<style>", `<style nonce="${PREVIEW_NONCE}">`)
    .replaceAll(`(prefers-color-scheme: ${scheme})`, "all")
    .replaceAll(`(prefers-color-scheme: ${other})`, "not all")
    .replaceAll("color-scheme: light dark", `color-scheme: ${scheme}`)
    .replace('content="light dark"', `content="${scheme}"`)
    .replace("<main class=", "<main inert class=")
    .replace("<footer class=", "<footer inert class=");
}
