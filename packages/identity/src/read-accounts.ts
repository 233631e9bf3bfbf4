import type { RowsRead, StoreTools } from "@latchkey/server/feature/store";
import { createAccounts } from "./store/accounts.ts";

/** Reads so many accounts at most, as the pages do. */
export async function readAccounts(tools: StoreTools, most: number): Promise<RowsRead> {
  const { items } = await createAccounts(tools).list({ limit: most, offset: 0 });
  return { read: items.length, ended: 0 };
}
