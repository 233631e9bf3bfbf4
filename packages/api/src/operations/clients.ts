import * as v from "valibot";
import { oauth2Client, oauth2ClientInput, oauth2ClientSecretRequest } from "../oauth2-client.ts";
import { list, optional, required } from "../values.ts";
import { type Operation, page } from "./operation.ts";

const id = required(v.string(), "The `client_id` of the client.");

export const clientOperations = {
  listOAuth2Clients: {
    tag: "admin",
    method: "GET",
    path: "/clients",
    inputs: {
      ...page,
      client_name: optional(v.string(), "Only those with exactly this name."),
      owner: optional(v.string(), "Only those with exactly this owner."),
      search: optional(
        v.string(),
        "Only those with this text in their id, name, owner or redirect URIs, in upper or lower case.",
      ),
    },
    success: 200,
    response: list(oauth2Client),
    errors: [500],
    access: "read",
    summary: "Lists clients, all or those that match, without their secrets, a page at a time.",
  },
  createOAuth2Client: {
    tag: "admin",
    method: "POST",
    path: "/clients",
    body: "json",
    request: oauth2ClientInput,
    body_required: true,
    success: 201,
    response: oauth2Client,
    errors: [400, 409, 500],
    access: "write",
    summary: "Creates a client and returns its secret, once.",
  },
  getOAuth2Client: {
    tag: "admin",
    method: "GET",
    path: "/clients/{id}",
    inputs: { id },
    success: 200,
    response: oauth2Client,
    errors: [401, 500],
    access: "read",
    summary: "Returns a client, without its secret.",
  },
  updateOAuth2Client: {
    tag: "admin",
    method: "PUT",
    path: "/clients/{id}",
    inputs: { id },
    body: "json",
    request: oauth2ClientInput,
    body_required: true,
    success: 200,
    response: oauth2Client,
    errors: [500],
    access: "write",
    summary: "Replaces a client; a secret that is not given stays as it was.",
  },
  deleteOAuth2Client: {
    tag: "admin",
    method: "DELETE",
    path: "/clients/{id}",
    inputs: { id },
    success: 204,
    errors: [404, 500],
    access: "write",
    summary: "Deletes a client and everything issued to it.",
  },
  rotateOAuth2ClientSecret: {
    tag: "admin",
    method: "POST",
    path: "/clients/{id}/secret",
    inputs: { id },
    body: "json",
    request: oauth2ClientSecretRequest,
    success: 201,
    response: oauth2Client,
    errors: [400, 404, 500],
    access: "write",
    summary:
      "Generates a new secret and returns it, once; the previous one stays valid for a while.",
  },
} as const satisfies Readonly<Record<string, Operation>>;
