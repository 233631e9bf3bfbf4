import { fromPage } from "../../flows/page-response.ts";
import { notFound } from "../../http/check-request.ts";
import { oauthError } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";

/** GET /openapi.json and GET /docs: the API reference, loaded on first use. */
export const showReference: Endpoint = async ({ path }) => {
  const { findReference } = await import("@latchkey/openapi");
  const found = findReference(path);
  if (found !== undefined) return fromPage(found);
  return oauthError(notFound.error);
};
