import { hash } from "node:crypto";
import type { SignInLimit } from "@latchkey/api";
import {
  type BackoffKey,
  type BackoffOptions,
  createFailureBackoff,
  networkOf,
} from "@latchkey/server/feature/rules";
import type { SignInThrottle } from "@latchkey/sign-in";

/**
 * What failed sign-ins are counted by: the account at one address, the account at all addresses, and the address; or the account on
 * one device on which it signed in before.
 */
type Kind = SignInLimit;

/**
 * A success clears the account but takes only its own attempt off the address: otherwise an attacker with an account could
 * reset the count of their address by signing in between guesses.
 */
const CLEARED_BY_SUCCESS: readonly Kind[] = ["username", "username_overall", "device"];

/** Exponential backoff on failed sign-ins, by account and by address. */
export function createSignInBackoff(options: BackoffOptions<Kind>): SignInThrottle {
  const backoff = createFailureBackoff(options);
  return {
    async attempt(...attempt) {
      let limit: Kind | undefined;
      const onWait = (kind: Kind): void => {
        limit = kind;
        options.onWait?.(kind);
      };
      const seconds = await createFailureBackoff({ ...options, onWait }).attempt(
        backoffKeys(...attempt),
      );
      return { seconds, ...(limit !== undefined && { limit }) };
    },
    succeed: (...attempt) => backoff.uncount(backoffKeys(...attempt), CLEARED_BY_SUCCESS),
    withdraw: (...attempt) => backoff.uncount(backoffKeys(...attempt)),
  };
}

/**
 * The keys of a sign-in. The count of all addresses has only the first failures of each: an attacker at one address cannot
 * keep the user waiting at another, however long they go on. On a familiar device, nothing that happens elsewhere counts.
 */
export function backoffKeys(
  username: string,
  address: string | undefined,
  device?: string,
): BackoffKey<Kind>[] {
  const account = `username ${normalize(username)}`;
  if (device !== undefined) return [{ kind: "device", key: digest(`device ${device} ${account}`) }];
  const network = `address ${address === undefined ? "unknown" : networkOf(address)}`;
  const within = { kind: "username", key: digest(`${network} ${account}`) } as const;
  const keys: BackoffKey<Kind>[] = [
    within,
    { kind: "username_overall", key: digest(account), within },
  ];
  if (address !== undefined) keys.push({ kind: "address", key: digest(network) });
  return keys;
}

function digest(text: string): string {
  return hash("sha256", text, "base64url");
}

function normalize(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}
