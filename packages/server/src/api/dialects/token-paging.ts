import type { Page, Paging } from "../../http/pagination.ts";
import { isJsonObject, parseJson } from "../../limits/json-depth.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../oauth/result.ts";

/** Pages by `page_size` and `page_token`, with links to the first and the next page. */
export const tokenPaging: Paging = {
  read(query) {
    const offset = readPageToken(query.get("page_token"));
    if (!offset.ok) return offset;
    const limit = readPageSize(query.get("page_size"));
    return limit.ok ? ok({ limit: limit.value, offset: offset.value }) : limit;
  },

  headers(path, query, { limit, offset }: Page, total) {
    const next = offset + limit;
    const links = [linkTo("first", 0), ...(next < total ? [linkTo("next", next)] : [])];
    return { Link: links.join(","), "X-Total-Count": String(total) };

    function linkTo(rel: string, target: number): string {
      const parameters = new URLSearchParams(query);
      parameters.set("page_size", String(limit));
      parameters.set("page_token", writePageToken(target));
      parameters.sort();
      return `<${path}?${parameters.toString()}>; rel="${rel}"`;
    }
  },
};

const DEFAULT_SIZE = 100;
const MAX_SIZE = 500;

function readPageSize(text: string | null): Result<number, OAuthError> {
  if (text === null || text === "") return ok(DEFAULT_SIZE);
  if (!/^-?\d{1,9}$/.test(text)) return err(invalid("page_size must be a number."));
  const size = Number(text);
  return ok(size <= 0 ? DEFAULT_SIZE : Math.min(size, MAX_SIZE));
}

function writePageToken(offset: number): string {
  return Buffer.from(JSON.stringify({ offset })).toString("base64url");
}

function readPageToken(text: string | null): Result<number, OAuthError> {
  if (text === null || text === "") return ok(0);
  const token = parseJson(Buffer.from(text, "base64url").toString());
  const offset = isJsonObject(token) ? token["offset"] : undefined;
  return typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0
    ? ok(offset)
    : err(invalid("page_token must be one of a Link header of this list."));
}

function invalid(error_description: string): OAuthError {
  return { error: "invalid_request", error_description: `The parameter ${error_description}` };
}
