import type { Context } from "../../context/context.ts";
import { refuse } from "../../http/refuse.ts";
import type { Route } from "../../http/router.ts";
import { isJsonObject, parseJson } from "../../limits/json-depth.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../oauth/result.ts";

/** A list with `page_size` and `page_token` in place of `limit` and `offset`, and links to the first and the next page. */
export function paged(answer: Route["answer"], context: Context): Route["answer"] {
  return async (request) => {
    const offset = readPageToken(request.query.get("page_token"));
    const limit = readPageSize(request.query.get("page_size"));
    if (!offset.ok) return refuse(offset.error, request, context);
    if (!limit.ok) return refuse(limit.error, request, context);

    const query = new URLSearchParams(request.query);
    for (const name of ["page_token", "page_size"]) query.delete(name);
    const kept = new URLSearchParams(query);
    query.set("limit", String(limit.value));
    query.set("offset", String(offset.value));
    const response = await answer({ ...request, query, search: query.toString() });
    const total = Number(response.headers["X-Total-Count"]);
    if (response.status !== 200) return response;

    const next = offset.value + limit.value;
    const links = [linkTo("first", 0), ...(next < total ? [linkTo("next", next)] : [])];
    return { ...response, headers: { ...response.headers, Link: links.join(",") } };

    function linkTo(rel: string, target: number): string {
      const parameters = new URLSearchParams(kept);
      parameters.set("page_size", String(limit.ok ? limit.value : DEFAULT_SIZE));
      parameters.set("page_token", writePageToken(target));
      parameters.sort();
      return `<${request.path}?${parameters.toString()}>; rel="${rel}"`;
    }
  };
}

const DEFAULT_SIZE = 100;
const GREATEST_SIZE = 500;

function readPageSize(text: string | null): Result<number, OAuthError> {
  if (text === null || text === "") return ok(DEFAULT_SIZE);
  if (!/^-?\d{1,9}$/.test(text)) return err(invalid("page_size must be a number."));
  const size = Number(text);
  return ok(size <= 0 ? DEFAULT_SIZE : Math.min(size, GREATEST_SIZE));
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
