import { type Page, paginate, parseLink, type Reply, unwrap } from "@latchkey/client";

import type { Arguments, Options } from "./command.ts";
import { countOf, isSet } from "./flags.ts";
import type { ProcessIo } from "../process-io.ts";

/** Flags of commands that list results by page. */
export const pageOptions: Options = {
  limit: { type: "text", default: "20", summary: "Results per page, at most 500." },
  page: { type: "text", default: "1", summary: "Page number." },
  all: { type: "boolean", summary: "All pages." },
};

/** Loads the requested page, or all pages. Prints a hint on standard error if there are more results. */
export async function collect<Item>(
  args: Arguments,
  io: ProcessIo,
  list: (page: Partial<Page>) => Promise<Reply<readonly Item[]>>,
): Promise<readonly Item[]> {
  if (isSet(args, "all")) return Array.fromAsync(paginate(list, { limit: 500 }));
  const limit = countOf(args, "limit", 20, 1);
  const page = countOf(args, "page", 1, 1);
  const reply = await list({ limit, offset: (page - 1) * limit });
  const items = unwrap(reply);
  const { next } = parseLink(reply.headers.get("link"));
  if (next !== undefined && items.length > 0)
    io.err(`There are more results: use --page ${page + 1} for the next page or --all for all.\n`);
  return items;
}
