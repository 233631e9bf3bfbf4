import { deleteClientRecord } from "../delete-client.ts";
import type { DialectEndpoint } from "../dialects/dialect.ts";
import { clientText } from "./client-text.ts";
import { createClientRecord, replaceClientRecord } from "./client-registration.ts";
import { json, jsonText, noContent, noStore, type Headers } from "../../http/response.ts";
import type { Endpoint } from "../../context/context.ts";
import { readFilter } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { type Client, describeClient } from "../../oauth/client.ts";
import { memoize } from "../../memoize.ts";
import type { Listing } from "../../store/port/page.ts";
import { clientUnknown } from "../client-errors.ts";

/** GET /clients. */
export const listOAuth2Clients: DialectEndpoint = async (request, context, { paging }) => {
  const { store } = context;
  const read = paging.read(request);
  if (!read.ok) return refuse(read.error, request, context);
  const page = read.value;
  const filter = readFilter(request.query, ["client_name", "owner", "search"]);
  const listing = await (filter === undefined
    ? store.clients.list(page)
    : store.clients.search(filter, page));
  return jsonText(200, pageText(listing), paging.headers(request, page, listing));
};

/** GET /clients/{id}. 401 for an unknown client, as the contract says; 404 under `/admin`. */
export const getOAuth2Client: DialectEndpoint = async (request, context, dialect) => {
  const client = await context.store.clients.find(request.params["id"] ?? "");
  return client === undefined
    ? refuse(dialect.unknown_client, request, context)
    : jsonText(200, clientText(client));
};

/** Memoized: clients are read far more often than they change. */
const pageText = memoize(({ items }: Listing<Client>) => JSON.stringify(items.map(describeClient)));

/** POST /clients. */
export const createOAuth2Client: DialectEndpoint = async (request, context, { prefix }) => {
  const created = await createClientRecord(request, context);
  if (!created.ok) return refuse(created.error, request, context);
  const headers: Headers = {
    ...noStore,
    Location: `${prefix}/clients/${encodeURIComponent(created.value.client_id)}`,
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
  return deleted ? noContent() : refuse(clientUnknown, request, context);
};
