import { clientFieldList, lifespanFields } from "@latchkey/api";
import type { Context, Endpoint } from "../../context/context.ts";
import { hashChosenSecret } from "../../crypto/client-secret.ts";
import type { Request } from "../../http/request.ts";
import { readJson } from "../../http/json.ts";
import { refuse } from "../../http/refuse.ts";
import { json, noStore, type Response } from "../../http/response.ts";
import { isJsonObject } from "../../limits/json-depth.ts";
import { type Client, describeClient } from "../../oauth/client.ts";
import { invalidRequest, type OAuthError } from "../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../result.ts";
import { fetchingOnce } from "../client-metadata.ts";
import { replaceUnchangedRecord, setClientEnabled } from "./client-registration.ts";
import { applyPatch } from "./json-patch.ts";
import { clientContended, clientUnknown } from "../client-errors.ts";

/** PATCH /clients/{id}: a JSON Patch of the client's description. A secret stays unless the patch sets one. */
export const patchOAuth2Client: Endpoint = (request, context) => {
  const enabled = enabledIn(request);
  return enabled === undefined
    ? patchClient(request, context)
    : setEnabled(enabled, request, context);
};

/** A patch that only disables a client or enables it again: nothing else of it is read, so that any client can be disabled. */
function enabledIn(request: Request): boolean | undefined {
  const body = readJson(request);
  if (!body.ok || !Array.isArray(body.value) || body.value.length !== 1) return undefined;
  const [operation]: readonly unknown[] = body.value;
  if (!isJsonObject(operation) || operation["path"] !== "/enabled") return undefined;
  const { op, value } = operation;
  const isAssignment = op === "add" || op === "replace";
  return isAssignment && typeof value === "boolean" ? value : undefined;
}

async function setEnabled(enabled: boolean, request: Request, context: Context): Promise<Response> {
  const { id = "" } = request.params;
  const changed = await setClientEnabled(id, enabled, context);
  return changed.ok ? json(200, changed.value, noStore) : refuse(changed.error, request, context);
}

const patchClient: Endpoint = (request, context) =>
  changeClient(request, context, (client, patch) => {
    const patched = applyPatch({ ...unset, ...describeClient(client) }, patch);
    if (!patched.ok) return err(invalidRequest(patched.error));
    const { client_id } = client;
    if (!isJsonObject(patched.value) || patched.value["client_id"] !== client_id)
      return err(invalidRequest("The patch must leave an object with the same client_id."));
    // Other unknown fields are ignored; with this one, the caller means to rename the client.
    return Object.hasOwn(patched.value, "id")
      ? err(invalidRequest("The patch must not set id: a client keeps its client_id."))
      : ok(patched.value);
  });

/** PUT /clients/{id}/lifespans: replaces all lifespans of `lifespanFields`. One that is left out is the server's. */
export const setOAuth2ClientLifespans: Endpoint = (request, context) =>
  changeClient(request, context, (client, body) => {
    if (!isJsonObject(body)) return err(invalidRequest("The body must be a JSON object."));
    const kept = Object.entries(describeClient(client)).filter(([name]) => !lifespans.has(name));
    const given = Object.entries(body).filter(([name]) => lifespans.has(name));
    return ok(Object.fromEntries([...kept, ...given]));
  });

/** The value of each field where it is absent, so that a patch can replace fields that responses do not show. */
const unset = Object.fromEntries(
  clientFieldList
    .filter(([, { set_by }]) => set_by === "caller")
    .map(([name, field]) => [name, field.default ?? null]),
);

const lifespans: ReadonlySet<string> = new Set(lifespanFields);

/**
 * Replaces the description of a client with what `change` makes of the client and the body. Where another request changed the
 * client in between, `change` is called again with the client as it is then.
 */
async function changeClient(
  request: Request,
  context: Context,
  change: (client: Client, body: unknown) => Result<object, OAuthError>,
): Promise<Response> {
  const body = readJson(request);
  const { id = "" } = request.params;
  const hashSecret = hashOnce();
  const once = fetchingOnce(context);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const client = await context.store.clients.findCurrent(id);
    if (client === undefined) return refuse(clientUnknown, request, context);
    if (!body.ok) return refuse(body.error, request, context);
    const changed = change(client, body.value);
    if (!changed.ok) return refuse(changed.error, request, context);
    const replacement = { ...request, query: request.query, body: JSON.stringify(changed.value) };
    const replaced = await replaceUnchangedRecord(client, replacement, once, hashSecret);
    if (replaced === "changed") continue;
    return replaced.ok
      ? json(200, replaced.value, noStore)
      : refuse(replaced.error, request, context);
  }
  return refuse(clientContended, request, context);
}

/** An attempt fails only when another change was stored first, so this many concurrent changes all succeed. */
const MAX_ATTEMPTS = 32;

/** Hashes a secret once for all attempts: the hash is slow, and a slow attempt loses against the others. */
function hashOnce(): (secret: string) => Promise<string> {
  const hashes = new Map<string, Promise<string>>();
  return (secret) => {
    const hash = hashes.get(secret) ?? hashChosenSecret(secret);
    hashes.set(secret, hash);
    return hash;
  };
}
