import * as v from "valibot";
import { trustedIssuer, trustedIssuerInput, trustedIssuerUpdate } from "./schemas.ts";
import { optional, required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation, hydraOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const PATH = "/trust/grants/jwt-bearer/issuers";
const id = required(v.string(), "The id of the record: a UUID.");

export const trustedIssuerOperations = {
  trustJwtGrantIssuer: {
    ...hydraOperation,
    method: "POST",
    path: PATH,
    body: "json",
    request: trustedIssuerInput,
    body_required: true,
    success: 201,
    response: trustedIssuer,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "administrator",
    title: "Trust an issuer",
    summary: "Trusts an issuer, whose JWTs can then be exchanged for access tokens.",
    description:
      "A record cannot be changed: create the next one, and delete the one it replaces. Another record of the same issuer for the same subjects, client, claims and keys is a conflict.",
  },
  listTrustedJwtGrantIssuers: {
    ...hydraOperation,
    method: "GET",
    path: PATH,
    inputs: { ...page, issuer: optional(v.string(), "Only those of this issuer.") },
    success: 200,
    response: list(trustedIssuer),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List trusted issuers",
    summary: "Lists trusted issuers by age, all or those of one issuer, a page at a time.",
  },
  getTrustedJwtGrantIssuer: {
    ...hydraOperation,
    method: "GET",
    path: `${PATH}/{id}`,
    inputs: { id },
    success: 200,
    response: trustedIssuer,
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get a trusted issuer",
    summary: "Returns a trusted issuer.",
  },
  updateTrustedJwtGrantIssuer: {
    ...adminOperation,
    method: "PATCH",
    path: `${PATH}/{id}`,
    inputs: { id },
    body: "json",
    request: trustedIssuerUpdate,
    body_required: true,
    success: 200,
    response: trustedIssuer,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    role: "administrator",
    title: "Disable or enable a trusted issuer",
    summary: "Disables a trusted issuer, or enables it again.",
    description:
      "While it is disabled, its JWTs are refused, and tokens that were issued for them are inactive. Those that have not expired are active again when it is enabled.",
  },
  deleteTrustedJwtGrantIssuer: {
    ...hydraOperation,
    method: "DELETE",
    path: `${PATH}/{id}`,
    inputs: { id },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Delete a trusted issuer",
    summary: "Ends the trust in an issuer.",
    description: "Tokens that were issued stay valid until they expire.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
