import type { SigningKey } from "@latchkey/api";
import type { Context, Endpoint } from "../../../context/context.ts";
import { rotationScheduleOf, signingSets } from "../../../context/keyring.ts";
import { algOf } from "../../../crypto/jwk.ts";
import { deletionDue, groupKeys, successorDue } from "../../../crypto/key-rotation.ts";
import { type KeyUse, useOfKey } from "../../../crypto/key-schedule.ts";
import { refuse } from "../../../http/refuse.ts";
import { json, noContent, noStore } from "../../../http/response.ts";
import type { OAuthError } from "../../../oauth/oauth-error.ts";
import { timestamp } from "../../../oauth/timestamp.ts";

/** GET /signing-keys/{set}: which key is announced, signing or retired, newest first. */
export const listSigningKeys: Endpoint = async (request, context) => {
  const uses = await findUses(request.params["set"] ?? "", context);
  const keys = uses.map((key) => describe(key, context.now()));
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
  readonly signer: string | undefined;
  readonly use: KeyUse;
  /** When its announcement ended; 0 where that is not known. */
  readonly signs_from: number;
  readonly next_key_at: number | undefined;
  readonly deleted_at: number | undefined;
}

async function findUses(
  set: string,
  { config, store, now: clock }: Context,
): Promise<readonly FoundKey[]> {
  const signs = signingSets.get(set);
  if (signs === undefined) return [];
  const now = clock();
  const when = { ...signs, now };
  const schedule = rotationScheduleOf(config, signs);
  const keys = await store.keys.readSchedule(set); // Lifespans that other servers recorded decide what may be deleted.
  const groups = groupKeys(keys, when);
  return keys.flatMap((key) => {
    const use = useOfKey(keys, key, when);
    if (use === undefined) return [];
    const group = groups.find(({ signing }) => signing === key);
    const due = group && successorDue(group, schedule);
    const { kid, signer } = key.jwk;
    return {
      kid,
      alg: algOf(key.jwk) ?? "",
      signer,
      use,
      signs_from: key.signs_from,
      next_key_at: due === undefined ? undefined : Math.max(due, now),
      deleted_at: deletionDue(keys, key, schedule, when),
    };
  });
}

function describe(
  { kid, alg, signer, use, signs_from, next_key_at, deleted_at }: FoundKey,
  now: number,
): SigningKey {
  const { state } = use;
  const key = { kid, alg, ...(signer !== undefined && { signer }), state };
  if (use.state === "announced") return { ...key, signs_from: timestamp(use.signs_from) };
  const { needed_until } = use;
  const isSigning = use.state === "signing";
  const hasBegun = signs_from !== 0 && signs_from <= now;
  return {
    ...key,
    ...(isSigning && hasBegun && { signing_since: timestamp(signs_from) }),
    ...(isSigning && use.signs_until !== undefined && { signs_until: timestamp(use.signs_until) }),
    ...(needed_until !== undefined &&
      needed_until > now && { needed_until: timestamp(needed_until) }),
    ...(next_key_at !== undefined && { next_key_at: timestamp(next_key_at) }),
    ...(deleted_at !== undefined && { deleted_at: timestamp(deleted_at) }),
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
