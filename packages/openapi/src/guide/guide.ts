import { existsSync, globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

/** A page of the documentation. */
export interface GuidePage {
  /** Its path below `/docs`, without the ending: `quick-start`, `decisions/README`. */
  readonly name: string;
  readonly title: string;
  /** The Markdown. */
  readonly text: string;
}

/** A part of the index. */
export interface GuideSection {
  readonly title: string;
  readonly entries: readonly GuideEntry[];
}

/** A page as the index lists it. */
export interface GuideEntry {
  readonly name: string;
  readonly title: string;
  /** What it is for. */
  readonly about: string;
}

/** The documentation. */
export interface Guide {
  /** Every page by its name. */
  readonly pages: ReadonlyMap<string, GuidePage>;
  /** The pages that docs/README.md lists, by section. */
  readonly sections: readonly GuideSection[];
}

/** The published package has a copy of docs/ beside this folder; the repository and the container image have the original. */
const folders = [
  new URL("../docs/", import.meta.url),
  new URL("../../../../docs/", import.meta.url),
];

/** Reads the documentation. Without its folder there are no pages. */
export function readGuide(): Guide {
  const folder = folders.map((url) => fileURLToPath(url)).find((path) => existsSync(path));
  const files = folder === undefined ? [] : globSync("{*,*/*}.md", { cwd: folder }).toSorted();
  const pages = new Map(
    files.map((file) => {
      const text = readFileSync(posix.join(folder ?? "", file), "utf8");
      const name = file.replaceAll("\\", "/").slice(0, -".md".length);
      return [name, { name, title: titleOf(text, name), text }] as const;
    }),
  );
  return { pages, sections: sectionsOf(pages) };
}

/** The page that a link of another page leads to: its name and the anchor. */
export function resolveLink(
  target: string,
  from: GuidePage,
  { pages }: Pick<Guide, "pages">,
): { readonly name: string; readonly anchor: string } | undefined {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? `${from.name}.md` : posix.join(posix.dirname(from.name), path);
  const name = file.replace(/\.md$/, "");
  const isPage = file.endsWith(".md") && pages.has(name);
  return isPage ? { name, anchor: anchor === undefined ? "" : `#${anchor}` } : undefined;
}

function titleOf(text: string, name: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? name).replaceAll("`", "");
}

function sectionsOf(pages: ReadonlyMap<string, GuidePage>): readonly GuideSection[] {
  const index = pages.get("README");
  if (index === undefined) return [];
  return index.text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [title = "", ...lines] = part.split("\n");
      const entries = lines.flatMap((line) => entriesOf(line, index, pages));
      return entries.length === 0 ? [] : [{ title, entries }];
    });
}

/** The pages of a row: `| [Title](page.md) | what it is for |`. */
function entriesOf(
  line: string,
  index: GuidePage,
  pages: ReadonlyMap<string, GuidePage>,
): readonly GuideEntry[] {
  const [, cell = "", about = ""] = /^\| (\[.*?) \| (.*?) ?\|$/.exec(line) ?? [];
  return [...cell.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].flatMap(([, title = "", target = ""]) => {
    const found = resolveLink(target, index, { pages });
    return found === undefined ? [] : [{ name: found.name, title, about: withoutLinks(about) }];
  });
}

function withoutLinks(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
