import * as v from "valibot";
import { authorizationDetailsType, authorizationDetailsTypeInput } from "./schemas.ts";
import { required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";

const type = required(v.string(), "The name of the type.");

export const authorizationDetailsOperations = {
  listAuthorizationDetailsTypes: {
    ...adminOperation,
    method: "GET",
    path: "/authorization-details-types",
    inputs: page,
    success: 200,
    response: list(authorizationDetailsType),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List authorization details types",
    summary: "Lists the types of authorization details by name, a page at a time.",
  },
  createAuthorizationDetailsType: {
    ...adminOperation,
    method: "POST",
    path: "/authorization-details-types",
    body: "json",
    request: authorizationDetailsTypeInput,
    body_required: true,
    success: 201,
    response: authorizationDetailsType,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Create an authorization details type",
    summary: "Registers a type of authorization details.",
    description: "Clients may request it once it is among their `authorization_details_types`.",
  },
  getAuthorizationDetailsType: {
    ...adminOperation,
    method: "GET",
    path: "/authorization-details-types/{type}",
    inputs: { type },
    success: 200,
    response: authorizationDetailsType,
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get an authorization details type",
    summary: "Returns a type of authorization details.",
  },
  updateAuthorizationDetailsType: {
    ...adminOperation,
    method: "PUT",
    path: "/authorization-details-types/{type}",
    inputs: { type },
    body: "json",
    request: authorizationDetailsTypeInput,
    body_required: true,
    success: 200,
    response: authorizationDetailsType,
    errors: [400, 401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Replace an authorization details type",
    summary: "Replaces a type of authorization details.",
    description: "What was granted before stays as it was granted.",
  },
  deleteAuthorizationDetailsType: {
    ...adminOperation,
    method: "DELETE",
    path: "/authorization-details-types/{type}",
    inputs: { type },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Delete an authorization details type",
    summary: "Deletes a type of authorization details, which can then no longer be requested.",
    description: "Tokens that were issued keep their details.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
