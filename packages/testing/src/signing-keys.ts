import type { JsonWebKey } from "@latchkey/api";
import { type Config, generateJwk, keySets, randomId, type Server } from "@latchkey/server/testing";

type SigningJwk = JsonWebKey & { readonly kid: string };

/** Signing keys by set, algorithm and size, shared by the servers of this process: an RSA key takes a tenth of a second. */
const shared = new Map<string, Promise<SigningJwk>>();

/** Gives a new server its signing keys. Resolves when it has them; requests wait for that. */
export async function addSigningKeys({ context }: Server): Promise<void> {
  const { config, store } = context;
  await Promise.all(
    setsOf(config).map(async (set) => store.keys.addFirst(set, await sharedKey(set, config))),
  );
}

/** Adds a key to each set, or replaces its keys, and returns the id of the key that signs ID tokens from now on. */
export async function rotateSigningKeys(
  { context }: Server,
  remove_old: boolean,
): Promise<{ readonly kid: string }> {
  const { config, store } = context;
  let kid = "";
  for (const set of setsOf(config).toReversed()) {
    const key = await createKey(
      config["oidc.id_token_signed_response_alg"],
      config["oidc.rsa_bits"],
    );
    await (remove_old ? store.keys.replaceSet(set, [key]) : store.keys.add(set, key));
    ({ kid } = key);
  }
  return { kid };
}

function setsOf(config: Config): readonly string[] {
  const signs_access_tokens = config["strategies.access_token"] === "jwt";
  return [keySets.id_token, ...(signs_access_tokens ? [keySets.access_token] : [])];
}

function sharedKey(set: string, config: Config): Promise<SigningJwk> {
  const alg = config["oidc.id_token_signed_response_alg"];
  const rsa_bits = config["oidc.rsa_bits"];
  const name = JSON.stringify([set, alg, rsa_bits]);
  const found = shared.get(name);
  if (found !== undefined) return found;
  const created = createKey(alg, rsa_bits);
  shared.set(name, created);
  return created;
}

async function createKey(
  alg: Config["oidc.id_token_signed_response_alg"],
  rsa_bits: number,
): Promise<SigningJwk> {
  const kid = randomId();
  return { ...(await generateJwk({ alg, kid, use: "sig", rsa_bits })), kid };
}
