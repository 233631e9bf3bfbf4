import { type Page, paginate, type Reply, unwrap } from "@latchkey/client";

import type { Arguments, Options } from "./command.ts";
import { countOf, isSaid } from "./flags.ts";

/** The flags of a command that lists, a page at a time. */
export const pageOptions: Options = {
  limit: { type: "text", default: "20", summary: "How many make a page, 500 at most." },
  page: { type: "text", default: "1", summary: "Which page." },
  all: { type: "boolean", summary: "Every page." },
};

/** The page the flags ask for, or every one of them. */
export async function collect<Item>(
  given: Arguments,
  list: (page: Partial<Page>) => Promise<Reply<readonly Item[]>>,
): Promise<readonly Item[]> {
  if (isSaid(given, "all")) return Array.fromAsync(paginate(list, { limit: 500 }));
  const limit = countOf(given, "limit", 20, 1);
  const page = countOf(given, "page", 1, 1);
  return unwrap(await list({ limit, offset: (page - 1) * limit }));
}
