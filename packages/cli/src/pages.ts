import { type Page, paginate, parseLink, type Reply, unwrap } from "@latchkey/client";

import type { Arguments, Options } from "./command.ts";
import { countOf, isSaid } from "./flags.ts";
import type { World } from "./world.ts";

/** The flags of a command that lists, a page at a time. */
export const pageOptions: Options = {
  limit: { type: "text", default: "20", summary: "How many make a page, 500 at most." },
  page: { type: "text", default: "1", summary: "Which page." },
  all: { type: "boolean", summary: "Every page." },
};

/** The page the flags ask for, or every one of them. Tells on standard error that there is more. */
export async function collect<Item>(
  given: Arguments,
  world: World,
  list: (page: Partial<Page>) => Promise<Reply<readonly Item[]>>,
): Promise<readonly Item[]> {
  if (isSaid(given, "all")) return Array.fromAsync(paginate(list, { limit: 500 }));
  const limit = countOf(given, "limit", 20, 1);
  const page = countOf(given, "page", 1, 1);
  const reply = await list({ limit, offset: (page - 1) * limit });
  const items = unwrap(reply);
  const { next } = parseLink(reply.headers.get("link"));
  if (next !== undefined && items.length > 0)
    world.err(`There are more: --page ${page + 1} shows the next, --all every one.\n`);
  return items;
}
