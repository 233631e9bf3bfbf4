import type { Operation } from "@latchkey/api";
import { underCondition } from "../http/condition.ts";
import { entityTagOf } from "../http/entity-tag.ts";
import type { Response } from "../http/response.ts";
import type { Route } from "../http/router.ts";
import { createLruCache } from "../lru-cache.ts";
import { thenOrCall } from "../maybe-promise.ts";

/**
 * The one place of conditional requests: a resource is answered with its `ETag`, and a request with `If-Match` changes only what
 * still has that tag. The transaction that makes the change decides (`store/changes.ts`).
 */
export function conditional(operation: Operation, answer: Route["answer"]): Route["answer"] {
  const { etag, headers = {} } = operation;
  const tagged: Route["answer"] =
    etag === undefined
      ? answer
      : (request) => thenOrCall(answer(request), (response) => withTag(response, etag.derived));
  if (!("If-Match" in headers)) return tagged;
  return (request) => {
    const if_match = request.headers["if-match"];
    if (if_match === undefined) return tagged(request);
    const ids = Object.values(request.params);
    return underCondition({ if_match, ids }, () => tagged(request));
  };
}

/** Tags by the text that they are of: resources are read far more often than they change. */
const tags = createLruCache<string, string>(256);

function withTag(response: Response, derived: readonly string[]): Response {
  if (response.status !== 200) return response;
  const tag = tags.get(response.body) ?? tagOf(response.body, derived);
  tags.set(response.body, tag);
  return { ...response, headers: { ...response.headers, ETag: tag } };
}

function tagOf(body: string, derived: readonly string[]): string {
  const resource: object = JSON.parse(body);
  const fields = Object.entries(resource).filter(([name]) => !derived.includes(name));
  return entityTagOf(Object.fromEntries(fields));
}
