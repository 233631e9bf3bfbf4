import { keySets } from "../context/keyring.ts";
import type { Context } from "../context/context.ts";
import { isSigningAlgorithm } from "../crypto/signing-algorithm.ts";
import type { ClientMetadata } from "../oauth/client.ts";
import { type ProfileName, profileOf, signingAlgorithmUnder } from "../oauth/profiles/profile.ts";
import type { Api } from "../oauth/resource/api.ts";
import { accessTokenKey } from "./sign-access-token.ts";

/**
 * Keys are created when their algorithm is named, before what names it is stored: verifiers that fetch the keys before the first
 * signature must find them.
 */

type KeyContext = Pick<Context, "config" | "keyring">;

/** Creates the keys that the settings name. */
export async function prepareServerKeys({ config, keyring }: KeyContext): Promise<void> {
  const profile = config["security.profile"];
  await keyring.prepare(keySets.id_token, config["oidc.id_token_signed_response_alg"]);
  // RFC 9701 §6: introspection responses have RS256 where the caller names nothing else.
  await keyring.prepare(keySets.id_token, signingAlgorithmUnder(profile, "RS256"));
  await prepareProfileKeys(profile, keyring);
  if (config["strategies.access_token"] === "jwt")
    await accessTokenKey(undefined, profile, keyring);
  if (config["oidc.encryption.enabled"]) await keyring.decryptionKeys();
}

/** Creates the keys that the fields of a client name. */
export async function prepareClientKeys(
  client: ClientMetadata,
  { config, keyring }: KeyContext,
): Promise<void> {
  const named = [
    client.id_token_signed_response_alg,
    client.userinfo_signed_response_alg,
    client.authorization_signed_response_alg,
    client.introspection_signed_response_alg,
  ];
  for (const alg of new Set(named.filter(isSigningAlgorithm)))
    await keyring.prepare(keySets.id_token, alg);
  const profile = profileOf(client, config["security.profile"]);
  await prepareProfileKeys(profile, keyring);
  if (client.access_token_strategy === "jwt") await accessTokenKey(undefined, profile, keyring);
}

/** Creates the key of an API's JWTs. */
export async function prepareApiKey(api: Api, { config, keyring }: KeyContext): Promise<void> {
  if (api.access_token_format === "jwt")
    await accessTokenKey(api, config["security.profile"], keyring);
}

/** The keys that replace those of an algorithm that the profile does not allow: of responses, and of JWT access tokens. */
async function prepareProfileKeys(
  profile: ProfileName,
  keyring: Context["keyring"],
): Promise<void> {
  const replacement = signingAlgorithmUnder(profile, "RS256");
  if (replacement === "RS256") return;
  await keyring.prepare(keySets.id_token, replacement);
  await keyring.prepare(keySets.api_access_token, replacement);
}
