import type { Guide, GuidePage } from "./guide.ts";
import { headingsOf } from "./markdown.ts";

/** A part of a page that a search can find. */
interface SearchEntry {
  /** Below `/docs`, with the anchor. */
  readonly link: string;
  readonly title: string;
  readonly text: string;
}

/** Pages that the reference has already. */
const REFERENCE = /^(?:api|sdk)(?:\/|$)/;

/** The text of every page, by heading, for the search of the reference. */
export function searchIndexOf({ pages }: Guide): readonly SearchEntry[] {
  return [...pages.values()].filter(({ name }) => !REFERENCE.test(name)).flatMap(entriesOf);
}

function entriesOf({ name, title, text }: GuidePage): readonly SearchEntry[] {
  const headings = headingsOf(text);
  const parts = withoutCodeHeadings(text)
    .split(/^#{1,6} .+$/m)
    .slice(1);
  return headings.map(({ level, id, text: heading }, index) => ({
    link: level === 1 ? name : `${name}#${id}`,
    title: level === 1 ? title : `${title}: ${heading.replaceAll("`", "")}`,
    text: plain(parts[index] ?? ""),
  }));
}

/** A comment of a shell script begins as a heading does. */
function withoutCodeHeadings(text: string): string {
  return text.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/^#/gm, " #"));
}

function plain(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[`*[\]|]|^<!--.*-->$|^-+$/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
