import type { OpenApiDocument } from "../document.ts";
import type { Guide, GuidePage } from "./guide.ts";
import { sectionsOf } from "./markdown.ts";

/** A part of a page that a search can find. */
interface SearchEntry {
  /** Below `/docs`, with the anchor. */
  readonly link: string;
  readonly title: string;
  readonly text: string;
}

/** Pages that the reference and the contents have already. */
const REFERENCE = /^(?:api|sdk|README)(?:\/|$)/;

/** The text of every page, by heading, and of every operation, for the search. */
export function searchIndexOf(
  { pages }: Guide,
  { paths }: OpenApiDocument,
): readonly SearchEntry[] {
  const guides = [...pages.values()].filter(({ name }) => !REFERENCE.test(name));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId, summary, description }]) => ({
      link: `reference#${operationId}`,
      title: `API: ${summary}`,
      text: plain(`${method.toUpperCase()} ${path} ${operationId} ${description}`),
    })),
  );
  return [...operations, ...guides.flatMap(entriesOf)];
}

function entriesOf({ name, title, text }: GuidePage): readonly SearchEntry[] {
  return sectionsOf(text).map(({ level, id, title: heading, text: below }) => ({
    link: level === 1 ? name : `${name}#${id}`,
    title: level === 1 ? title : `${title}: ${heading.replaceAll("`", "")}`,
    text: plain(below),
  }));
}

function plain(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/[`*[\]|]|^<!--.*-->$|^-+$/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
