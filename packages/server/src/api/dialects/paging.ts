import { pageHeaders, readPage } from "../../http/pagination.ts";
import type { Request } from "../../http/request.ts";
import type { Headers } from "../../http/response.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { ok, type Result } from "../../result.ts";
import type { KeysetListing, KeysetPage } from "../../store/port/page.ts";

/** How the pages of a list are requested, and the headers that lead to the others. */
export interface Paging {
  readonly read: (list: ListRequest) => Result<KeysetPage, OAuthError>;
  readonly headers: (list: ListRequest, page: KeysetPage, listing: ListingEnd) => Headers;
}

/** A request for a list: its path names the list. */
export type ListRequest = Pick<Request, "path" | "query">;

type ListingEnd = Pick<KeysetListing<unknown>, "total" | "next">;

/** Pages by `limit` and `offset`. */
export const offsetPaging: Paging = {
  read: ({ query }) => ok(readPage(query)),
  headers: ({ path, query }, page, { total }) => pageHeaders(path, query, page, total),
};
