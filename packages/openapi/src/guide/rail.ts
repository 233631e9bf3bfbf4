import { html, type SafeHtml } from "@latchkey/sign-in";
import type { Guide } from "./guide.ts";

interface SectionOptions {
  /** The link to a page, as seen from the one that shows it. */
  readonly linkOf: (name: string) => string;
  /** The name of the page that is shown, whose section is open. */
  readonly current?: string;
}

/** The pages of the documentation by section, each folded unless the reader is in it. */
export function guideSections({ sections }: Guide, options: SectionOptions): SafeHtml {
  const { linkOf, current } = options;
  return html`${sections.map(
    ({ title, entries }) =>
      html`<section>
        <details ${entries.some(({ name }) => name === current) && html`open`}>
          <summary><h2>${title}</h2></summary>
          <ul>
            ${entries.map(
              ({ name, title: page, about }) =>
                html`<li data-words="${about.toLowerCase()}">
                  <a href="${linkOf(name)}" ${name === current && html`aria-current="page"`}
                    >${page}</a
                  >
                </li>`,
            )}
          </ul>
        </details>
      </section>`,
  )}`;
}

/** The search of a page with a script, and what it found beyond the titles. */
export function searchBox(): SafeHtml {
  return html`<p class="entry scripted">
      <label for="search">Search <kbd>/</kbd></label>
      <input id="search" type="search" autocomplete="off" spellcheck="false" />
    </p>
    <p class="quiet" id="nothing" role="status"></p>
    <section id="mentions" hidden>
      <h2>Mentioned in</h2>
      <ul></ul>
    </section>`;
}
