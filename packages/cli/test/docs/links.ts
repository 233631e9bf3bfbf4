import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { root } from "./block.ts";

/** Broken links of a page to files and headings of the repository. */
export function brokenLinks(page: string): readonly string[] {
  const links = withoutCode(read(page)).matchAll(/\]\(([^)\s#:]*)(?:#([^)\s]+))?\)/g);
  return Array.from(links).flatMap(([link, path = "", anchor]) => {
    const target = path === "" ? page : join(dirname(page), path);
    if (!existsSync(join(root, target))) return [`${page}: there is no ${target}.`];
    if (anchor === undefined || anchorsOf(target).has(anchor)) return [];
    return [`${page}: there is no such heading: ${link}`];
  });
}

function read(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```.*?^\1```$/gms, "").replaceAll(/`[^`\n]*`/g, "");
}

/** Anchors of headings, as GitHub generates them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = read(page).matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = ""]) => {
      const name = nameOf(heading);
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      return times === 0 ? name : `${name}-${times}`;
    }),
  );
}

function nameOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}
