import * as v from "valibot";
import { required } from "../objects.ts";
import { adminOperation, ifMatch } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";
import { list } from "../values.ts";
import { identityProvider, identityProviderInput } from "./schemas.ts";

const PATH = "/identity-providers";
const id = required(v.string(), "The `id` of the identity provider.");

export const federationOperations = {
  listIdentityProviders: {
    ...adminOperation,
    method: "GET",
    path: PATH,
    inputs: page,
    success: 200,
    response: list(identityProvider),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List identity providers",
    summary:
      "Lists the providers with which users sign in on the built-in pages, by id, a page at a time.",
  },
  createIdentityProvider: {
    ...adminOperation,
    method: "POST",
    path: PATH,
    body: "json",
    request: identityProviderInput,
    body_required: true,
    success: 201,
    response: identityProvider,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "administrator",
    title: "Connect an identity provider",
    summary: "Lets users sign in with another server: any OpenID provider, or one of the presets.",
    description: "Register the `redirect_uri` of the response at the provider.",
  },
  getIdentityProvider: {
    ...adminOperation,
    method: "GET",
    path: `${PATH}/{id}`,
    inputs: { id },
    success: 200,
    response: identityProvider,
    etag: { derived: ["redirect_uri", "post_logout_redirect_uri", "problem"] },
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get an identity provider",
    summary: "Returns an identity provider, without its secret.",
  },
  updateIdentityProvider: {
    ...adminOperation,
    method: "PUT",
    path: `${PATH}/{id}`,
    inputs: { id },
    body: "json",
    request: identityProviderInput,
    body_required: true,
    success: 200,
    response: identityProvider,
    headers: ifMatch,
    etag: { derived: ["redirect_uri", "post_logout_redirect_uri", "problem"] },
    errors: [400, 401, 403, 404, 412, 500],
    access: "write",
    role: "administrator",
    title: "Change an identity provider",
    summary: "Changes an identity provider.",
    description: "What is not given stays. Users who have linked it stay linked.",
  },
  deleteIdentityProvider: {
    ...adminOperation,
    method: "DELETE",
    path: `${PATH}/{id}`,
    inputs: { id },
    success: 204,
    headers: ifMatch,
    errors: [401, 403, 404, 412, 500],
    access: "write",
    role: "administrator",
    title: "Disconnect an identity provider",
    summary: "Removes an identity provider, and the links of all accounts with it.",
    description:
      "Accounts and sessions stay. Who has no other way to sign in needs a new password: set `enabled` to false to keep the links.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
