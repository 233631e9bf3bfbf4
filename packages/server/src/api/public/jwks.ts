import type { Context, Endpoint } from "../../context/context.ts";
import { json } from "../../http/response.ts";
import type { Response } from "../../http/endpoint.ts";
import { keySets } from "../../context/keyring.ts";

/** GET /.well-known/jwks.json: what verifies our signatures. RFC 7517 §5. */
export const wellKnown: Endpoint = (_request, context) => {
  const written = answers.get(context);
  return written?.generation === context.store.generation() ? written.answer : write(context);
};

/** Keys are shown far more often than they change, so they are written once. */
const answers = new WeakMap<Context, { generation: number; answer: Response }>();

async function write(context: Context): Promise<Response> {
  const { config, keyring, store } = context;
  await keyring.prepare(keySets.id_token, config["oidc.id_token_signed_response_alg"]);
  if (config["strategies.access_token"] === "jwt") await keyring.signingKey(keySets.access_token);
  // A client may have JWT access tokens whatever the server's own strategy, so their keys are shown if there are any.
  const sets = [...config["webfinger.jwks.broadcast_keys"], keySets.id_token, keySets.access_token];
  const generation = store.generation(); // Before the keys are read: what changes meanwhile is read again.
  const answer = json(200, { keys: await keyring.publicKeys(sets) });
  answers.set(context, { generation, answer });
  return answer;
}
