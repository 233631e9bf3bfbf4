import { read, signerKeyReference } from "@latchkey/api";
import type { Endpoint } from "../../../context/context.ts";
import { signingSets } from "../../../context/keyring.ts";
import { openExternalKey } from "../../../crypto/external-key.ts";
import type { ExternalKey } from "../../../crypto/external-signer.ts";
import type { KidKey } from "../../../crypto/key-schedule.ts";
import { isKeyName } from "../../../crypto/parse-jwk.ts";
import { randomId } from "../../../crypto/random.ts";
import type { SigningAlgorithm } from "../../../crypto/signing-algorithm.ts";
import { readJson } from "../../../http/json.ts";
import { refuse } from "../../../http/refuse.ts";
import { json, noStore } from "../../../http/response.ts";
import {
  describeProblem,
  invalidRequest,
  type OAuthError,
  quote,
} from "../../../oauth/oauth-error.ts";
import { err, ok, type Result } from "../../../result.ts";
import { timesOf } from "./keys.ts";

/** GET /signers: the signers of the settings, as they respond now. */
export const listSigners: Endpoint = async (_request, { signers }) =>
  json(200, await signers.list(), noStore);

/** POST /signing-keys/{set}: a key whose private half is in a signer, and which signs here once. */
export const addSigningKey: Endpoint = async (request, context) => {
  const { set = "" } = request.params;
  if (!signingSets.has(set)) return refuse(setUnknown, request, context);
  const body = readJson(request);
  if (!body.ok) return refuse(body.error, request, context);
  const input = read(signerKeyReference, body.value);
  if (!input.ok) return refuse(describeProblem(input.error), request, context);
  const { signer, key, alg, kid = randomId() } = input.value;
  if (!isKeyName(kid)) return refuse(kidUnfit, request, context);

  const found = await context.signers.findKey({ signer, key });
  if (found === undefined) return refuse(unknownKey(signer, key), request, context);
  const algorithm = chooseAlgorithm(found, alg);
  if (!algorithm.ok) return refuse(algorithm.error, request, context);

  const jwk: KidKey = {
    ...found.public_key,
    use: "sig",
    alg: algorithm.value,
    kid,
    signer,
    signer_key: key,
  };
  await openExternalKey(jwk, context.signers.sign).sign("a key that works");
  const { signs_from } = await timesOf(request, context, jwk);
  return (await context.store.keys.add(set, jwk, signs_from))
    ? json(201, jwk, noStore)
    : refuse(kidTaken, request, context);
};

function chooseAlgorithm(
  { key, algs }: ExternalKey,
  wanted: string | undefined,
): Result<SigningAlgorithm, OAuthError> {
  const chosen = wanted === undefined ? algs[0] : algs.find((alg) => alg === wanted);
  if (chosen !== undefined) return ok(chosen);
  const offered = algs.length === 0 ? "no supported algorithm" : algs.join(", ");
  return err(invalidRequest(`The key ${quote(key)} of the signer signs with ${offered}.`));
}

function unknownKey(signer: string, key: string): OAuthError {
  return invalidRequest(
    `The settings have no signer ${quote(signer)}, or it has no key ${quote(key)}.`,
  );
}

const setUnknown: OAuthError = invalidRequest("The server does not sign with a set of this name.");

const kidUnfit: OAuthError = invalidRequest(
  "The kid must be 1 to 255 characters of well-formed text.",
);

const kidTaken: OAuthError = {
  error: "conflict",
  error_description: "A set can have only one key with this kid.",
};
