import type { SigningKey } from "@latchkey/api";
import type { Context, Endpoint } from "../../../context/context.ts";
import { signingSets } from "../../../context/keyring.ts";
import { algOf } from "../../../crypto/jwk.ts";
import { type KeyUse, useOfKey } from "../../../crypto/key-schedule.ts";
import { refuse } from "../../../http/refuse.ts";
import { json, noContent, noStore } from "../../../http/response.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { timestamp } from "../../../oauth/timestamp.ts";

/** GET /signing-keys/{set}: which key is announced, signing or retired, newest first. */
export const listSigningKeys: Endpoint = async (request, context) => {
  const uses = await findUses(request.params["set"] ?? "", context);
  const keys = uses.map(({ use, ...key }) => ({ ...key, ...describe(use, context.now()) }));
  return json(200, keys, noStore);
};

/** DELETE /signing-keys/{set}/{kid}: deletes a key that nothing needs any more. */
export const retireSigningKey: Endpoint = async (request, context) => {
  const { set = "", kid = "" } = request.params;
  const found = (await findUses(set, context)).find((key) => key.kid === kid);
  if (found === undefined) return refuse(keyUnknown, request, context);
  const reason = reasonToKeep(kid, found.use, context.now());
  if (reason !== undefined)
    return refuse({ error: "conflict", error_description: reason }, request, context);
  await context.store.keys.delete(set, kid);
  return noContent();
};

interface FoundKey {
  readonly kid: string;
  readonly alg: string;
  readonly signer?: string;
  readonly use: KeyUse;
}

async function findUses(set: string, { store, now }: Context): Promise<readonly FoundKey[]> {
  const signs = signingSets.get(set);
  if (signs === undefined) return [];
  const keys = await store.keys.findSchedule(set);
  return keys.flatMap((key) => {
    const use = useOfKey(keys, key, { ...signs, now: now() });
    if (use === undefined) return [];
    const { kid, signer } = key.jwk;
    return { kid, alg: algOf(key.jwk) ?? "", ...(signer !== undefined && { signer }), use };
  });
}

function describe(use: KeyUse, now: number): Omit<SigningKey, "kid" | "alg" | "signer"> {
  const { state } = use;
  if (use.state === "announced") return { state, signs_from: timestamp(use.signs_from) };
  const { needed_until } = use;
  return {
    state,
    ...(use.state === "signing" &&
      use.signs_until !== undefined && { signs_until: timestamp(use.signs_until) }),
    ...(needed_until !== undefined &&
      needed_until > now && { needed_until: timestamp(needed_until) }),
  };
}

/** Why a key must stay; undefined where nothing needs it. */
function reasonToKeep(kid: string, use: KeyUse, now: number): string | undefined {
  if (use.state === "announced") return undefined;
  const { needed_until } = use;
  if (use.state === "retired")
    return use.needed_until > now
      ? `Tokens that the key ${kid} signed may be valid until ${timestamp(use.needed_until)}. Retire it then.`
      : undefined;
  if (use.signs_until === undefined || needed_until === undefined)
    return `The key ${kid} signs, and no key of the set takes over. Add a key first.`;
  return `The key ${kid} signs until ${timestamp(use.signs_until)}, and its tokens may be valid until ${timestamp(needed_until)}. Retire it then.`;
}

const keyUnknown: OAuthError = {
  error: "not_found",
  error_description: "No key with this kid signs or signed in this set.",
};
