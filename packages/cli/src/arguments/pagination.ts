import { type Page, paginate, parseLink, type Reply, unwrap } from "@latchkey/client";

import type { Arguments, Options } from "./command.ts";
import { countOf, isSet } from "./flags.ts";

/** Flags of commands that list results by page. */
export const pageOptions: Options = {
  limit: { type: "text", default: "20", summary: "Results per page, at most 500." },
  page: { type: "text", default: "1", summary: "Page number." },
  all: { type: "boolean", summary: "All pages." },
};

/** The results that a command lists, and a hint on how to get those that it does not. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly hint?: string;
}

/** Loads the requested page, or all pages. */
export async function collect<Item>(
  args: Arguments,
  list: (page: Partial<Page>) => Promise<Reply<readonly Item[]>>,
): Promise<Listing<Item>> {
  if (isSet(args, "all")) return { items: await Array.fromAsync(paginate(list, { limit: 500 })) };
  const limit = countOf(args, "limit", 1);
  const page = countOf(args, "page", 1);
  const reply = await list({ limit, offset: (page - 1) * limit });
  const items = unwrap(reply);
  const { next } = parseLink(reply.headers.get("link"));
  if (next === undefined || items.length === 0) return { items };
  const hint = `There are more results: use --page ${page + 1} for the next page or --all for all.`;
  return { items, hint };
}
