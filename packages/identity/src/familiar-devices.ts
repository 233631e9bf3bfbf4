import { normalizeUsername } from "@latchkey/api";
import { hash } from "node:crypto";
import { randomBytes } from "@latchkey/server/feature/endpoints";
import type { DeviceService } from "@latchkey/sign-in";
import type { IdentityContext } from "./context.ts";

/** Too many to guess, so that a fast hash is enough. */
const TOKEN_BYTES = 32;

/** Devices on which users signed in before: each knows a token for each of its accounts. */
export function createDeviceService({
  identity: { store },
  now,
}: Pick<IdentityContext, "identity" | "now">): DeviceService {
  const { accounts, account_devices } = store;
  const findToken = async (subject: string, tokens: readonly string[]) => {
    const found = await Promise.all(
      tokens.map((token) => account_devices.has(subject, hashOf(token), now())),
    );
    return tokens.find((_, index) => found[index]);
  };
  return {
    async recognize(user, tokens) {
      if (tokens.length === 0) return undefined;
      const subject =
        "subject" in user
          ? user.subject
          : (await accounts.findByName(normalizeUsername(user.username)))?.subject;
      // The same lookups for a name that no account has.
      const token = await findToken(subject ?? "", tokens);
      return token && hashOf(token);
    },

    async remember(subject, tokens, lifetime) {
      const known = await findToken(subject, tokens);
      const token = known ?? randomBytes(TOKEN_BYTES).toString("base64url");
      const times = { last_used_at: now(), expires_at: now() + lifetime };
      await account_devices.add({ subject, token_hash: hashOf(token), ...times });
      return token;
    },

    forgetOthers: (subject, tokens) => account_devices.removeOthers(subject, tokens.map(hashOf)),
  };
}

function hashOf(token: string): string {
  return hash("sha256", token, "base64url");
}
