import type { JsonWebKey } from "@latchkey/api";
import { type Config, generateJwk, keySets, randomId, type Server } from "@latchkey/server/testing";

type SigningAlgorithm = Config["oidc.id_token_signed_response_alg"];
type SigningJwk = JsonWebKey & { readonly kid: string };

/** Signing keys by set, algorithm and size, shared by the servers of this process: an RSA key takes a tenth of a second. */
const shared = new Map<string, Promise<SigningJwk>>();

/** Gives a new server its signing keys. Resolves when it has them; requests wait for that. */
export async function addSigningKeys({ context }: Server): Promise<void> {
  const { config, store } = context;
  const alg = config["oidc.id_token_signed_response_alg"];
  const add = async (set: string, own: SigningAlgorithm) => {
    const key = await sharedKey(set, own, config["oidc.rsa_bits"]);
    await store.keys.addFirst(set, key, context.now(), ({ jwk }) => jwk.alg === own);
  };
  await Promise.all(setsOf(config).map((set) => add(set, alg)));
  await add(keySets.id_token, "RS256"); // Of signed introspection responses: RFC 9701 §6.
}

/** Adds a key to each set, or replaces its keys, and returns the id of the key that signs ID tokens from now on. */
export async function rotateSigningKeys(
  { context }: Server,
  remove_old: boolean,
): Promise<{ readonly kid: string }> {
  const { config, store } = context;
  const now = context.now();
  let kid = "";
  for (const set of setsOf(config).toReversed()) {
    const key = await createKey(
      config["oidc.id_token_signed_response_alg"],
      config["oidc.rsa_bits"],
    );
    await (remove_old
      ? store.keys.replaceSet(set, [key], { now, signs_from: now })
      : store.keys.add(set, key, now));
    ({ kid } = key);
  }
  return { kid };
}

function setsOf(config: Config): readonly string[] {
  const signsAccessTokens = config["strategies.access_token"] === "jwt";
  return [keySets.id_token, ...(signsAccessTokens ? [keySets.access_token] : [])];
}

function sharedKey(set: string, alg: SigningAlgorithm, rsa_bits: number): Promise<SigningJwk> {
  const name = JSON.stringify([set, alg, rsa_bits]);
  const found = shared.get(name);
  if (found !== undefined) return found;
  const created = createKey(alg, rsa_bits);
  shared.set(name, created);
  return created;
}

async function createKey(alg: SigningAlgorithm, rsa_bits: number): Promise<SigningJwk> {
  const kid = randomId();
  return { ...(await generateJwk({ alg, kid, use: "sig", rsa_bits })), kid };
}
