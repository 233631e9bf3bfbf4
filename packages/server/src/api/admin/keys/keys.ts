import type { JsonWebKey } from "@latchkey/api";
import { announcePeriod } from "../../../config/key-rotation.ts";
import { algOf, generateJwk } from "../../../crypto/jwk.ts";
import { isKeyName } from "../../../crypto/parse-jwk.ts";
import { explainJwkRejection, parseJwk, parseJwkSet } from "../../../crypto/parse-jwk.ts";
import { randomId } from "../../../crypto/random.ts";
import type { Request } from "../../../http/request.ts";
import { json, noContent, noStore } from "../../../http/response.ts";
import { canSign, type KeyTimes, type KidKey } from "../../../crypto/key-schedule.ts";
import type { Context, Endpoint } from "../../../context/context.ts";
import { readJson, readOptionalJson } from "../../../http/json.ts";
import { pageHeaders, readPage } from "../../../http/pagination.ts";
import { refuse } from "../../../http/refuse.ts";
import { keySets, signingSets } from "../../../context/keyring.ts";
import { invalidRequest, type OAuthError } from "../../../oauth/oauth-error.ts";
import type { DialectEndpoint } from "../../dialects/dialect.ts";
import { readKeyRequest } from "./key-request.ts";

/** GET /keys: the sets that exist, without their keys. */
export const listJsonWebKeySets: Endpoint = async ({ path, query }, { store }) => {
  const page = readPage(query);
  const { items, total } = await store.keys.list(page);
  return json(200, items, pageHeaders(path, query, page, total));
};

/** GET /keys/{set}, newest key first, with private fields. A set that the server signs with is created when it is missing. */
export const getJsonWebKeySet: Endpoint = async (request, context) => {
  const { set = "" } = request.params;
  if (set === keySets.id_token)
    await context.keyring.prepare(set, context.config["oidc.id_token_signed_response_alg"]);
  if (set === keySets.access_token) await context.keyring.signingKey(set);
  if (set === keySets.encryption && context.config["oidc.encryption.enabled"])
    await context.keyring.decryptionKeys();
  const keys = await context.store.keys.findSet(set);
  return keys.length === 0 ? refuse(setUnknown, request, context) : json(200, { keys }, noStore);
};

/** POST /keys/{set}: generates a key. For a set that the server signs with, this rotates the key, after its announcement. */
export const createJsonWebKeySet: DialectEndpoint = async (request, context, { prefix }) => {
  const { set = "" } = request.params;
  if (!isKeyName(set)) return refuse(setUnfit, request, context);
  const body = readOptionalJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const wanted = readKeyRequest(body.value);
  if (!wanted.ok) return refuse(wanted.error, request, context);

  const kid = wanted.value.kid ?? randomId();
  const rsa_bits = context.config["oidc.rsa_bits"];
  const key = { ...(await generateJwk({ ...wanted.value, kid, rsa_bits })), kid };
  const { signs_from } = await timesOf(request, context, key);
  if (!(await context.store.keys.add(set, key, signs_from)))
    return refuse(kidTaken, request, context);
  const Location = `${prefix}/keys/${encodeURIComponent(set)}`;
  return json(201, { keys: [key] }, { ...noStore, Location });
};

/** PUT /keys/{set}: replaces the keys of the set. */
export const updateJsonWebKeySet: Endpoint = async (request, context) => {
  const { set = "" } = request.params;
  if (!isKeyName(set)) return refuse(setUnfit, request, context);
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const parsed = parseJwkSet(body.value);
  if (!parsed.ok)
    return refuse(invalidRequest(explainJwkRejection(parsed.error)), request, context);

  const keys = parsed.value.keys.map(named);
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    return refuse(kidTaken, request, context);
  await context.store.keys.replaceSet(set, keys, await timesOf(request, context));
  return json(200, { keys }, noStore);
};

/** DELETE /keys/{set}. 204 also when it does not exist. */
export const deleteJsonWebKeySet: Endpoint = async (request, context) => {
  await context.store.keys.deleteSet(request.params["set"] ?? "");
  return noContent();
};

/** GET /keys/{set}/{kid}: a set with this key. */
export const getJsonWebKey: Endpoint = async (request, context) => {
  const { set = "", kid = "" } = request.params;
  const key = await context.store.keys.find(set, kid);
  return key === undefined
    ? refuse(keyUnknown, request, context)
    : json(200, { keys: [key] }, noStore);
};

/** PUT /keys/{set}/{kid}. The kid of the body may be left out; otherwise it must be that of the path. */
export const updateJsonWebKey: Endpoint = async (request, context) => {
  const { set = "", kid = "" } = request.params;
  if (!isKeyName(set)) return refuse(setUnfit, request, context);
  if (!isKeyName(kid)) return refuse(kidUnfit, request, context);
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const parsed = parseJwk(body.value);
  if (!parsed.ok)
    return refuse(invalidRequest(explainJwkRejection(parsed.error)), request, context);

  if ((parsed.value.kid ?? kid) !== kid) return refuse(kidContradicted, request, context);
  const key = { ...parsed.value, kid };
  await context.store.keys.replace(set, key, await timesOf(request, context, key));
  return json(200, key, noStore);
};

/** DELETE /keys/{set}/{kid}. 204 also when it does not exist. */
export const deleteJsonWebKey: Endpoint = async (request, context) => {
  const { set = "", kid = "" } = request.params;
  await context.store.keys.delete(set, kid);
  return noContent();
};

/** From when a key that the request adds signs: it is announced first, unless it is the first, or the request says otherwise. */
export async function timesOf(
  { params, query }: Request,
  { config, now, store }: Context,
  added?: JsonWebKey,
): Promise<KeyTimes> {
  const { set = "" } = params;
  const signs = signingSets.get(set);
  const at = now();
  if (signs === undefined || query.get("sign_now") === "true") return { now: at, signs_from: at };
  const alg = signs.is_one_signer ? undefined : added && algOf(added);
  const held = await store.keys.findSchedule(set);
  const isFirst = added !== undefined && !held.some(({ jwk }) => canSign(jwk, alg));
  return { now: at, signs_from: at + (isFirst ? 0 : announcePeriod(config)) };
}

function named(key: JsonWebKey): KidKey {
  return { ...key, kid: key.kid ?? randomId() };
}

const setUnknown: OAuthError = {
  error: "not_found",
  error_description: "No key set has this name.",
};

const keyUnknown: OAuthError = {
  error: "not_found",
  error_description: "No key of the set has this kid.",
};

const setUnfit: OAuthError = invalidRequest(
  "The name of a set must be 1 to 255 characters of well-formed text.",
);
const kidUnfit: OAuthError = invalidRequest(
  "The kid must be 1 to 255 characters of well-formed text.",
);

const kidTaken: OAuthError = {
  error: "conflict",
  error_description: "A set can have only one key with this kid.",
};

const kidContradicted: OAuthError = invalidRequest(
  "The kid of the body must be the kid of the path, or be left out.",
);
