import { brandMark, html } from "@latchkey/sign-in";
import { renderLayout } from "../page/layout.ts";
import { type Guide, type GuidePage, resolveLink } from "./guide.ts";
import { guideSections } from "./rail.ts";
import { renderMarkdown } from "./markdown.ts";

/** The files of the page, below `/docs`. */
export interface GuideFiles {
  readonly style: string;
  readonly icon: string;
}

/** A page of the documentation as HTML. Links to files of the repository that are not served are shown as text. */
export function renderGuidePage(page: GuidePage, guide: Guide, files: GuideFiles): string {
  const up = "../".repeat(page.name.split("/").length - 1);
  const links = (target: string): string | undefined => {
    if (/^(?:https?:\/\/|mailto:)/.test(target)) return target;
    const found = resolveLink(target, page, guide);
    return found && `${up}${found.name}${found.anchor}`;
  };
  const head = html`<link rel="alternate" type="text/markdown" href="${up}${page.name}.md" />`;
  const body = html`<a class="skip" href="#content">Skip to the page</a>
    <header class="banner">
      <p class="brand">${brandMark()} Latchkey</p>
      <p>
        <a href="${up}../docs">All pages</a> · <a href="${up}reference">API reference</a> ·
        <a href="${up}${page.name}.md">This page as Markdown</a>
      </p>
    </header>
    <nav class="rail" aria-label="Documentation">
      ${guideSections(guide, { linkOf: (name) => `${up}${name}`, current: page.name })}
    </nav>
    <main id="content" class="guide" tabindex="-1">${renderMarkdown(page.text, links)}</main>`;
  const [style, icon] = [up + files.style, up + files.icon];
  return renderLayout({ title: page.title, style, icon, head, body });
}
