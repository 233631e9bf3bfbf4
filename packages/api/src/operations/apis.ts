import * as v from "valibot";
import { api, apiInput } from "../apis.ts";
import { optional, required } from "../objects.ts";
import { list } from "../values.ts";
import { adminOperation, ifMatch } from "./kinds.ts";
import { type Operation, page } from "./operation.ts";

const id = required(v.string(), "The id of the record, a UUID.");

export const apiOperations = {
  listApis: {
    ...adminOperation,
    method: "GET",
    path: "/apis",
    inputs: {
      ...page,
      search: optional(
        v.string(),
        "Only those with this text in their name, identifier or id, in upper or lower case.",
      ),
    },
    success: 200,
    response: list(api),
    errors: [401, 403, 500],
    access: "read",
    role: "viewer",
    title: "List APIs",
    summary: "Lists APIs by name, all or those that match, a page at a time.",
  },
  createApi: {
    ...adminOperation,
    method: "POST",
    path: "/apis",
    body: "json",
    request: apiInput,
    body_required: true,
    success: 201,
    response: api,
    errors: [400, 401, 403, 409, 500],
    access: "write",
    role: "operator",
    title: "Create an API",
    summary: "Registers an API that access tokens are for.",
  },
  getApi: {
    ...adminOperation,
    method: "GET",
    path: "/apis/{id}",
    inputs: { id },
    success: 200,
    response: api,
    etag: { derived: [] },
    errors: [401, 403, 404, 500],
    access: "read",
    role: "viewer",
    title: "Get an API",
    summary: "Returns an API.",
  },
  updateApi: {
    ...adminOperation,
    method: "PUT",
    path: "/apis/{id}",
    inputs: { id },
    body: "json",
    request: apiInput,
    body_required: true,
    success: 200,
    response: api,
    headers: ifMatch,
    etag: { derived: [] },
    errors: [400, 401, 403, 404, 412, 500],
    access: "write",
    role: "operator",
    title: "Replace an API",
    summary: "Replaces an API; its identifier stays as it was.",
  },
  deleteApi: {
    ...adminOperation,
    method: "DELETE",
    path: "/apis/{id}",
    inputs: { id },
    success: 204,
    headers: ifMatch,
    errors: [401, 403, 404, 412, 500],
    access: "write",
    role: "operator",
    title: "Delete an API",
    summary: "Deletes an API; its tokens stay valid until they expire, and are not refreshed.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
