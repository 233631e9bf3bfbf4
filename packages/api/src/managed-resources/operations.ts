import * as v from "valibot";
import { optional, required } from "../objects.ts";
import { adminOperation } from "../operations/kinds.ts";
import { type Operation, page } from "../operations/operation.ts";
import { list } from "../values.ts";
import {
  applyLeaseInput,
  clientSecretComparison,
  managedResource,
  managedResourceInput,
} from "./schemas.ts";

const PATH = "/managed-resources";

export const managedResourceOperations = {
  listManagedResources: {
    ...adminOperation,
    method: "GET",
    path: PATH,
    inputs: {
      ...page,
      owner: optional(v.string(), "Only those of this owner."),
      kind: optional(v.string(), "Only those of this kind."),
    },
    success: 200,
    response: list(managedResource),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List managed resources",
    summary: "Lists the resources that files describe, by kind and id, a page at a time.",
  },
  labelManagedResource: {
    ...adminOperation,
    method: "PUT",
    path: PATH,
    body: "json",
    request: managedResourceInput,
    body_required: true,
    success: 200,
    response: managedResource,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Label a managed resource",
    summary: "Labels a resource with its owner; 409 where it has another one.",
    description:
      "A label is set before its resource is created and removed after it is deleted, so that an apply that was interrupted can go on.",
  },
  releaseManagedResource: {
    ...adminOperation,
    method: "DELETE",
    path: PATH,
    inputs: {
      kind: required(v.string(), "The kind of the resource."),
      id: required(v.string(), "What identifies it in files."),
      owner: required(v.string(), "Its owner."),
    },
    success: 204,
    errors: [401, 403, 404, 500],
    access: "write",
    role: "operator",
    title: "Release a managed resource",
    summary: "Removes the label of a resource, which stays as it is.",
  },
  holdApplyLease: {
    ...adminOperation,
    method: "POST",
    path: `${PATH}/lease`,
    body: "json",
    request: applyLeaseInput,
    body_required: true,
    success: 204,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Hold the lease of an owner",
    summary: "Makes the caller the only one that applies files of an owner, for a minute.",
  },
  releaseApplyLease: {
    ...adminOperation,
    method: "DELETE",
    path: `${PATH}/lease`,
    inputs: {
      owner: required(v.string(), "The owner."),
      holder: required(v.string(), "The UUID with which the lease was held."),
    },
    success: 204,
    errors: [401, 403, 500],
    access: "write",
    role: "operator",
    title: "Release the lease of an owner",
    summary: "Ends the lease before its minute is over.",
  },
  compareOAuth2ClientSecret: {
    ...adminOperation,
    method: "POST",
    path: "/clients/{id}/secret/comparison",
    inputs: { id: required(v.string(), "The `client_id` of the client.") },
    body: "json",
    request: clientSecretComparison,
    body_required: true,
    success: 200,
    response: v.object({
      matches: required(v.boolean(), "Whether it is the client's newest secret."),
    }),
    errors: [400, 401, 403, 404, 500],
    access: "write",
    role: "operator",
    acts_on: "client",
    title: "Compare a client secret",
    summary: "Returns whether a client has this secret, which no operation shows.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
