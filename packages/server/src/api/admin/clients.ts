import { deleteClientRecord } from "../delete-client.ts";
import { clientText } from "./client-text.ts";
import { createClientRecord, replaceClientRecord } from "./client-registration.ts";
import { json, jsonText, noContent, noStore, type Headers } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { pageHeaders, readFilter, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { type Client, describeClient } from "../../oauth/client.ts";
import type { OAuthError } from "../../oauth/oauth-error.ts";
import { memoize } from "../../memoize.ts";
import type { Listing } from "../../store/port/page.ts";

/** GET /clients. */
export const listOAuth2Clients: Endpoint = async ({ path, query }, { store }) => {
  const page = readPage(query);
  const filter = readFilter(query, ["client_name", "owner", "search"]);
  const listing = await (filter === undefined
    ? store.clients.list(page)
    : store.clients.search(filter, page));
  return jsonText(200, pageText(listing), pageHeaders(path, query, page, listing.total));
};

/** GET /clients/{id}. 401 for an unknown client, as the contract says. */
export const getOAuth2Client: Endpoint = async (request, context) => {
  const client = await context.store.clients.find(request.params["id"] ?? "");
  return client === undefined
    ? refuse(unseen, request, context)
    : jsonText(200, clientText(client));
};

/** Memoized: clients are read far more often than they change. */
const pageText = memoize(({ items }: Listing<Client>) => JSON.stringify(items.map(describeClient)));

/** POST /clients. */
export const createOAuth2Client: Endpoint = async (request, context) => {
  const created = await createClientRecord(request, context);
  if (!created.ok) return refuse(created.error, request, context);
  const headers: Headers = {
    ...noStore,
    Location: `/clients/${encodeURIComponent(created.value.client_id)}`,
  };
  return json(201, created.value, headers);
};

/** PUT /clients/{id}: replaces all fields; a secret that is left out is kept. */
export const updateOAuth2Client: Endpoint = async (request, context) => {
  const replaced = await replaceClientRecord(request.params["id"] ?? "", request, context);
  return replaced.ok
    ? json(200, replaced.value, noStore)
    : refuse(replaced.error, request, context);
};

/** DELETE /clients/{id}. Its tokens become invalid. */
export const deleteOAuth2Client: Endpoint = async (request, context) => {
  const deleted = await deleteClientRecord(request.params["id"] ?? "", context);
  return deleted ? noContent() : refuse(unknown, request, context);
};

const unseen: OAuthError = {
  error: "request_unauthorized",
  error_description: "No client that the caller may see has this client_id.",
};

const unknown: OAuthError = {
  error: "not_found",
  error_description: "No client has this client_id.",
};
