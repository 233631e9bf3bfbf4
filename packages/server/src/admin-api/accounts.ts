import type { Account as AccountOnTheWire } from "@latchkey/api";
import { json } from "../http/answer.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { pageHeaders, readFilter, readPage } from "../http/pagination.ts";
import type { Account } from "../store/store.ts";
import { timestamp } from "../workspace/timestamp.ts";

/** GET /accounts. */
export const listAccounts: Endpoint = async ({ path, query }, { store }) => {
  const page = readPage(query);
  const search = readFilter(query, ["search"])?.search;
  const { items, total } = await (search === undefined
    ? store.accounts.list(page)
    : store.accounts.search(search, page));
  return json(200, items.map(describeAccount), pageHeaders(path, query, page, total));
};

function describeAccount({ username, subject, profile, created_at }: Account): AccountOnTheWire {
  return { username, subject, claims: profile, created_at: timestamp(created_at) };
}
