import { isJsonObject, parseJson } from "../../limits/json-depth.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import type { Cursor, KeysetPage } from "../../store/port/page.ts";
import type { ListRequest, Paging } from "./paging.ts";

/**
 * Pages by `page_size` and `page_token`, with links to the first and the next page. A token names the last entry of the page
 * before, so that a list can be walked while its entries are deleted.
 */
export const tokenPaging: Paging = {
  read(list) {
    const start = readPageToken(list);
    if (!start.ok) return start;
    const limit = readPageSize(list.query.get("page_size"));
    return limit.ok ? ok({ limit: limit.value, ...start.value }) : limit;
  },

  headers(list, { limit }, { total, next }) {
    const links = [
      linkTo("first", undefined),
      ...(next === undefined ? [] : [linkTo("next", next)]),
    ];
    return { Link: links.join(","), "X-Total-Count": String(total) };

    function linkTo(rel: string, after: Cursor | undefined): string {
      const parameters = new URLSearchParams(list.query);
      parameters.set("page_size", String(limit));
      parameters.set("page_token", writePageToken(list, after));
      parameters.sort();
      return `<${list.path}?${parameters.toString()}>; rel="${rel}"`;
    }
  },
};

const DEFAULT_SIZE = 100;
const MAX_SIZE = 500;

function readPageSize(text: string | null): Result<number, OAuthError> {
  if (text === null || text === "") return ok(DEFAULT_SIZE);
  if (!/^-?\d+$/.test(text)) return err(invalid("page_size must be a whole number."));
  const size = Number(text);
  return ok(size <= 0 ? DEFAULT_SIZE : Math.min(size, MAX_SIZE));
}

/** Where a page begins. */
type Start = Omit<KeysetPage, "limit">;

const FIRST: Start = { offset: 0 };
/** What Hydra's API documents as the default of `page_token`: some of its SDKs send it. */
const HYDRA_FIRST = "1";
const VERSION = 1;
/** An id of 255 characters takes half of that. */
const MAX_TOKEN_LENGTH = 3_000;

/** Tokens are not signed: they reveal and allow no more than the list does. */
function writePageToken(list: ListRequest, after: Cursor | undefined): string {
  const token = { version: VERSION, list: nameOf(list), ...after };
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

function readPageToken(list: ListRequest): Result<Start, OAuthError> {
  const text = list.query.get("page_token") ?? "";
  if (text === "" || text === HYDRA_FIRST) return ok(FIRST);
  const start = text.length > MAX_TOKEN_LENGTH ? undefined : startOf(decode(text), nameOf(list));
  return start === undefined
    ? err(invalid("page_token must be one of a Link header of this list."))
    : ok(start);
}

function startOf(token: unknown, list: string): Start | undefined {
  if (!isJsonObject(token)) return undefined;
  const { version, offset, at, id } = token;
  if (version === undefined) return isCount(offset) ? { offset } : undefined; // Issued before tokens had a version.
  if (version !== VERSION || token["list"] !== list) return undefined;
  if (id === undefined) return FIRST;
  return isCount(at) && isStorable(id) ? { offset: 0, after: { at, id } } : undefined;
}

function decode(text: string): unknown {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? parseJson(bytes.toString()) : undefined;
}

function nameOf({ path }: ListRequest): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** PostgreSQL has no text with NUL in it. */
function isStorable(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}

function invalid(error_description: string): OAuthError {
  return { error: "invalid_request", error_description: `The parameter ${error_description}` };
}
