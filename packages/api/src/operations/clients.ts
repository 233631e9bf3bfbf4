import type {
  OAuth2Client,
  OAuth2ClientInput,
  OAuth2ClientSecretRequest,
} from "../oauth2-client.ts";
import type { Page, Table } from "./operation.ts";

interface ClientName {
  /** The `client_id` of the client. */
  id: string;
}

interface ClientFilter extends Page {
  /** Only those of this name, the whole of it. */
  client_name?: string;
  /** Only those of this owner, the whole of it. */
  owner?: string;
  /** Only those with this text in their id, name, owner or redirect URIs, in upper or lower case. */
  search?: string;
}

/** OAuth 2.0 clients. */
export interface ClientOperations {
  /** Lists clients, all or those that match, without their secrets, a page at a time. */
  listOAuth2Clients: { input: ClientFilter; output: readonly OAuth2Client[] };
  /** Creates a client and shows its secret, once. */
  createOAuth2Client: { input: { body: OAuth2ClientInput }; output: OAuth2Client };
  /** Shows a client, without its secret. */
  getOAuth2Client: { input: ClientName; output: OAuth2Client };
  /** Replaces a client; a secret that is not given stays as it was. */
  updateOAuth2Client: { input: ClientName & { body: OAuth2ClientInput }; output: OAuth2Client };
  /** Deletes a client and everything issued to it. */
  deleteOAuth2Client: { input: ClientName; output: undefined };
  /** Makes a new secret and shows it, once; the one before stays good for a while. */
  rotateOAuth2ClientSecret: {
    input: ClientName & { body?: OAuth2ClientSecretRequest };
    output: OAuth2Client;
  };
}

/** How they travel. */
export const clientOperations: Table<ClientOperations> = {
  listOAuth2Clients: {
    tag: "admin",
    method: "GET",
    path: "/clients",
    query: ["limit", "offset", "client_name", "owner", "search"],
    success: 200,
    errors: [500],
    access: "read",
    summary: "Lists clients, all or those that match, without their secrets, a page at a time.",
  },
  createOAuth2Client: {
    tag: "admin",
    method: "POST",
    path: "/clients",
    body: "json",
    body_required: true,
    success: 201,
    errors: [400, 409, 500],
    access: "write",
    summary: "Creates a client and shows its secret, once.",
  },
  getOAuth2Client: {
    tag: "admin",
    method: "GET",
    path: "/clients/{id}",
    success: 200,
    errors: [401, 500],
    access: "read",
    summary: "Shows a client, without its secret.",
  },
  updateOAuth2Client: {
    tag: "admin",
    method: "PUT",
    path: "/clients/{id}",
    body: "json",
    body_required: true,
    success: 200,
    errors: [500],
    access: "write",
    summary: "Replaces a client; a secret that is not given stays as it was.",
  },
  deleteOAuth2Client: {
    tag: "admin",
    method: "DELETE",
    path: "/clients/{id}",
    success: 204,
    errors: [404, 500],
    access: "write",
    summary: "Deletes a client and everything issued to it.",
  },
  rotateOAuth2ClientSecret: {
    tag: "admin",
    method: "POST",
    path: "/clients/{id}/secret",
    body: "json",
    success: 201,
    errors: [400, 404, 500],
    access: "write",
    summary: "Makes a new secret and shows it, once; the one before stays good for a while.",
  },
};
