import type * as api from "@latchkey/api";
import { applyLeaseInput, clientSecretComparison, managedResourceInput } from "@latchkey/api";
import { clientUnknown } from "../../api/client-errors.ts";
import type { FeatureEndpoint } from "../../feature/feature.ts";
import { describeUnchecked } from "../../grants/authenticate-client.ts";
import { readJson } from "../../http/json.ts";
import { pageHeaders, readFilter, readPage } from "../../http/pagination.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noContent } from "../../http/response.ts";
import { type OAuthError, quote } from "../../oauth/oauth-error.ts";
import { readInput } from "../../oauth/read-input.ts";
import { timestamp } from "../../oauth/timestamp.ts";
import type { ManagedResourcesContext } from "./context.ts";
import type { ManagedResource } from "./store.ts";

type Endpoint = FeatureEndpoint<ManagedResourcesContext>;

/** GET /managed-resources. */
export const listManagedResources: Endpoint = async ({ path, query }, context) => {
  const page = readPage(query);
  const filter = readFilter(query, ["owner", "kind"]) ?? {};
  const { items, total } = await context["managed-resources"].list(filter, page);
  return json(200, items.map(describe), pageHeaders(path, query, page, total));
};

/** PUT /managed-resources. */
export const labelManagedResource: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, managedResourceInput) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { kind, id, owner, desired_digest, applied_digest } = input.value;
  const labelled = await context["managed-resources"].label({
    kind,
    id,
    owner,
    desired_digest,
    applied_digest,
    updated_at: context.now(),
  });
  return labelled.owner === owner
    ? json(200, describe(labelled))
    : refuse(ownedByAnother(labelled), request, context);
};

/** DELETE /managed-resources. */
export const releaseManagedResource: Endpoint = async (request, context) => {
  const { query } = request;
  const released = await context["managed-resources"].release({
    kind: query.get("kind") ?? "",
    id: query.get("id") ?? "",
    owner: query.get("owner") ?? "",
  });
  return released ? noContent() : refuse(unlabelled, request, context);
};

/** POST /managed-resources/lease. */
export const holdApplyLease: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, applyLeaseInput) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const { owner, holder } = input.value;
  const { leases } = context.store;
  const isHeld = await leases.take(leaseOf(owner), holder, context.now(), LEASE_SECONDS);
  return isHeld ? noContent() : refuse(leased(owner), request, context);
};

/** DELETE /managed-resources/lease. */
export const releaseApplyLease: Endpoint = async ({ query }, { store }) => {
  await store.leases.release(leaseOf(query.get("owner") ?? ""), query.get("holder") ?? "");
  return noContent();
};

/** POST /clients/{id}/secret/comparison. Who may call it may set the secret as well. */
export const compareOAuth2ClientSecret: Endpoint = async (request, context) => {
  const body = readJson(request);
  const input = body.ok ? readInput(body.value, clientSecretComparison) : body;
  if (!input.ok) return refuse(input.error, request, context);
  const client = await context.store.clients.findCurrent(request.params["id"] ?? "");
  if (client === undefined) return refuse(clientUnknown, request, context);
  const { client_id, client_secret_hash: hash } = client;
  const { client_secret } = input.value;
  try {
    const matches =
      hash !== undefined && (await context.verifySecret(client_id, client_secret, hash, request));
    return json(200, { matches });
  } catch (error) {
    return refuse(describeUnchecked(error), request, context);
  }
};

/** Longer than one change takes: the holder renews it between changes. */
const LEASE_SECONDS = 60;

function leaseOf(owner: string): string {
  return `apply:${owner}`;
}

function describe({
  desired_digest,
  applied_digest,
  updated_at,
  ...resource
}: ManagedResource): api.ManagedResource {
  return {
    ...resource,
    ...(desired_digest !== undefined && { desired_digest }),
    ...(applied_digest !== undefined && { applied_digest }),
    updated_at: timestamp(updated_at),
  };
}

function ownedByAnother({ kind, id, owner }: ManagedResource): OAuthError {
  return {
    error: "conflict",
    error_description: `The ${kind} ${quote(id)} is described by files of the owner ${quote(owner)}. Remove it from those files, or from yours.`,
  };
}

function leased(owner: string): OAuthError {
  return {
    error: "conflict",
    error_description: `Files of the owner ${quote(owner)} are being applied. Try again when that is done.`,
  };
}

const unlabelled: OAuthError = {
  error: "not_found",
  error_description: "This owner has no label on such a resource.",
};
