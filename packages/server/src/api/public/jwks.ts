import type { Context, Endpoint } from "../../context/context.ts";
import { accessTokenKey } from "../../grants/sign-access-token.ts";
import { json, type Response } from "../../http/response.ts";
import { keySets } from "../../context/keyring.ts";

/** GET /.well-known/jwks.json: the public keys. RFC 7517 §5. */
export const wellKnown: Endpoint = (_request, context) => {
  const written = answers.get(context);
  return written?.generation === context.store.generation() ? written.answer : write(context);
};

/** Cached as text: keys are read far more often than they change. */
const answers = new WeakMap<Context, { generation: number; answer: Response }>();

async function write(context: Context): Promise<Response> {
  const { config, keyring, store } = context;
  await keyring.prepare(keySets.id_token, config["oidc.id_token_signed_response_alg"]);
  if (config["strategies.access_token"] === "jwt")
    await accessTokenKey(undefined, config["security.profile"], keyring);
  const isEncryptionEnabled = config["oidc.encryption.enabled"];
  if (isEncryptionEnabled) await keyring.decryptionKeys();
  // A client may have JWT access tokens whatever the server's strategy, so these keys are included if they exist.
  const sets = [
    ...config["webfinger.jwks.broadcast_keys"],
    keySets.id_token,
    keySets.access_token,
    keySets.api_access_token,
    ...(isEncryptionEnabled ? [keySets.encryption] : []),
  ];
  const generation = store.generation(); // Read before the keys, so that a concurrent change is noticed.
  const answer = json(200, { keys: await keyring.publicKeys(sets) });
  answers.set(context, { generation, answer });
  return answer;
}
