import { fromPage } from "../../flows/page-response.ts";
import { notFound } from "../../http/check-request.ts";
import { oauthError } from "../../http/response.ts";
import type { Request } from "../../http/request.ts";
import type { Response } from "../../http/response.ts";

/** GET /openapi.json and GET /docs: the reference of what this server serves, loaded on first use. */
export async function showReference(
  { path }: Request,
  served: ReadonlySet<string>,
): Promise<Response> {
  const { findReference } = await import("@latchkey/openapi");
  const found = findReference(path, served);
  if (found !== undefined) return fromPage(found);
  return oauthError(notFound.error);
}
