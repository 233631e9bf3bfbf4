import { brandMark, html, type SafeHtml } from "@latchkey/sign-in";
import { renderLayout } from "../page/layout.ts";
import type { Files } from "../page/page.ts";
import type { Guide, GuideEntry, GuideSection } from "./guide.ts";
import { guideSections, searchBox } from "./rail.ts";

/** `/docs`: every page of the documentation by section, with what it is for. Its script searches. */
export function renderStartPage(guide: Guide, version: string, files: Files): string {
  const head = html`<script type="module" src="${files.script}"></script>`;
  const body = html`<a class="skip" href="#content">Skip to the page</a>
    <header class="banner">
      <p class="brand">${brandMark()} Latchkey <span class="quiet">${version}</span></p>
      <p><a href="console">Console</a> · <a href="docs/reference">API reference</a></p>
    </header>
    <nav class="rail" aria-label="Contents" data-index="${files.search}">
      ${searchBox()} ${guideSections(guide, { linkOf: (name) => `docs/${name}` })}
      <section>
        <h2><a href="docs/reference">API reference</a></h2>
      </section>
    </nav>
    <main id="content" class="guide start" tabindex="-1">
      <h1>Documentation</h1>
      <p>
        The pages of the version that this server runs. Begin with the
        <a href="docs/quick-start">quick start</a>, or follow the guide for your framework. Every
        operation can be tried on the page of the <a href="docs/reference">API reference</a>.
      </p>
      ${guide.sections.map(section)}
    </main>`;
  return renderLayout({ title: "Documentation", ...files, head, body });
}

function section({ title, entries }: GuideSection): SafeHtml {
  return html`<section>
    <h2>${title}</h2>
    <dl class="index">
      ${byPurpose(entries).map(
        ({ about, pages }) =>
          html`<div>
            <dt>
              ${pages.map(
                ({ name, title: page }, index) =>
                  html`${index > 0 && ", "}<a href="docs/${name}">${page}</a>`,
              )}
            </dt>
            <dd>${about.replaceAll("`", "")}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

/** Pages of one row of the index share what they are for. */
function byPurpose(entries: readonly GuideEntry[]) {
  const rows: { about: string; pages: GuideEntry[] }[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last?.about === entry.about) last.pages.push(entry);
    else rows.push({ about: entry.about, pages: [entry] });
  }
  return rows;
}
