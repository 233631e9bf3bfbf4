import type { Context, Endpoint } from "../../context/context.ts";
import { prepareServerKeys } from "../../grants/prepare-keys.ts";
import { json, type Response } from "../../http/response.ts";
import { isTransient } from "../../store/port/unavailable.ts";
import { keySets } from "../../context/keyring.ts";

/** GET /.well-known/jwks.json: the public keys. RFC 7517 §5. */
export const wellKnown: Endpoint = (_request, context) => {
  const written = answers.get(context);
  if (written?.generation === context.store.generation()) return written.answer;
  return write(context).catch((error: unknown) => {
    if (written === undefined || !isTransient(error)) throw error;
    return written.answer; // While the database is away, the keys are as they were.
  });
};

/** Cached as text: keys are read far more often than they change. */
const answers = new WeakMap<Context, { generation: number; answer: Response }>();

async function write(context: Context): Promise<Response> {
  const { config, keyring, store } = context;
  await prepareServerKeys(context);
  const isEncryptionEnabled = config["oidc.encryption.enabled"];
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
