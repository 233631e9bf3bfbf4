import { isUuid, trustedIssuerUpdate } from "@latchkey/api";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import type { TrustedIssuersContext } from "./context.ts";
import { json, noContent } from "../../http/response.ts";
import { readJson } from "../../http/json.ts";
import { readFilter } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { describeTrustedIssuer } from "./rules/trusted-issuer.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { readInput } from "../../oauth/read-input.ts";
import { readTrustedIssuer } from "./trusted-issuer-input.ts";

type Endpoint = FeatureEndpoint<TrustedIssuersContext>;

/** POST /trust/grants/jwt-bearer/issuers. */
export const trustJwtGrantIssuer: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok
    ? readTrustedIssuer(body.value, {
        now: context.now(),
        our_issuer: context.config["urls.self.issuer"],
        outbound: context.outbound,
      })
    : body;
  if (!input.ok) return refuse(input.error, request, context);
  const outcome = await context["trusted-issuers"].create(input.value);
  if (outcome !== "created") return refuse(conflicts[outcome], request, context);
  const Location = `${request.path}/${input.value.id}`;
  return json(201, describeTrustedIssuer(input.value), { Location });
};

/** GET /trust/grants/jwt-bearer/issuers. */
export const listTrustedJwtGrantIssuers: Endpoint = async (request, context, { paging }) => {
  const page = paging.read(request);
  if (!page.ok) return refuse(page.error, request, context);
  const issuer = readFilter(request.query, ["issuer"])?.issuer;
  const listing = await context["trusted-issuers"].list(issuer, page.value);
  const headers = paging.headers(request, page.value, listing);
  return json(200, listing.items.map(describeTrustedIssuer), headers);
};

/** GET /trust/grants/jwt-bearer/issuers/{id}. */
export const getTrustedJwtGrantIssuer: Endpoint = async (request, context) => {
  const { id = "" } = request.params;
  const found = isUuid(id) ? await context["trusted-issuers"].find(id) : undefined;
  return found === undefined
    ? refuse(unknown, request, context)
    : json(200, describeTrustedIssuer(found));
};

/** PATCH /trust/grants/jwt-bearer/issuers/{id}: disables a record, or enables it again. */
export const updateTrustedJwtGrantIssuer: Endpoint = async (request, context) => {
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = readInput(body.value, trustedIssuerUpdate);
  if (!input.ok) return refuse(input.error, request, context);
  const { id = "" } = request.params;
  const { enabled } = input.value;
  const updated = isUuid(id) ? await context["trusted-issuers"].setEnabled(id, enabled) : undefined;
  return updated === undefined
    ? refuse(unknown, request, context)
    : json(200, describeTrustedIssuer(updated));
};

/** DELETE /trust/grants/jwt-bearer/issuers/{id}. */
export const deleteTrustedJwtGrantIssuer: Endpoint = async (request, context) => {
  const { id = "" } = request.params;
  const deleted = isUuid(id) && (await context["trusted-issuers"].delete(id));
  return deleted ? noContent() : refuse(unknown, request, context);
};

const conflicts: Readonly<Record<"exists" | "too_many", OAuthError>> = {
  exists: {
    error: "conflict",
    error_description:
      "A trusted issuer with this issuer, these subjects, claims and keys, and this client exists.",
  },
  too_many: {
    error: "conflict",
    error_description:
      "This issuer has 100 records for the same subject, or for subjects that are not named one by one. Delete some.",
  },
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No trusted issuer has this id.",
};
