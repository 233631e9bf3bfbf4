import type { JsonWebKey } from "@latchkey/api";
import { json } from "../http/answer.ts";
import type { Answer, Endpoint } from "../http/endpoint.ts";
import { keySets } from "../keyring.ts";

/** GET /.well-known/jwks.json: what verifies our signatures. RFC 7517 §5. */
export const wellKnown: Endpoint = async (_request, { config, keyring }) => {
  await keyring.prepare(keySets.id_token, config["oidc.id_token_signed_response_alg"]);
  if (config["strategies.access_token"] === "jwt") await keyring.signingKey(keySets.access_token);
  // A client may have JWT access tokens whatever the server's own strategy, so their keys are shown if there are any.
  const sets = [...config["webfinger.jwks.broadcast_keys"], keySets.id_token, keySets.access_token];
  const keys = await keyring.publicKeys(sets);
  let answer = answers.get(keys);
  if (answer === undefined) answers.set(keys, (answer = json(200, { keys })));
  return answer;
};

/** Keys are shown far more often than they change, so they are written once. */
const answers = new WeakMap<readonly JsonWebKey[], Answer>();
