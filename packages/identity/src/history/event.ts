/** What is remembered of an account, and how little of the browser. */

import { hash } from "node:crypto";
import type { AccountEventKind } from "@latchkey/api";

/** An event as it is stored. Of failed sign-ins, of uses of kept tokens and of support access, a row stands for all of a day that are alike. */
export interface AccountEvent extends AccountEventDetails {
  readonly subject: string;
  /** Identifies it among the events of all accounts. */
  readonly event_id: string;
  readonly kind: AccountEventKind;
  /** Unix seconds, as is `expires_at`: the last time, where `count` is more than one. */
  readonly at: number;
  readonly count: number;
  readonly by_administrator: boolean;
  /** `Firefox/Linux`; empty where no browser did it. */
  readonly device: string;
  /** Shortened. */
  readonly address: string | undefined;
  readonly expires_at: number;
}

/** What only some kinds of events have. */
export interface AccountEventDetails {
  readonly amr: readonly string[];
  readonly factor: "totp" | "passkey" | undefined;
  readonly name: string | undefined;
  readonly client_id: string | undefined;
  readonly provider: string | undefined;
  readonly actor: string | undefined;
  readonly reason: string | undefined;
  readonly fields: readonly string[];
}

/** Most events of one account: failed sign-ins, uses of kept tokens, support access, and others. None can push another out. */
export const MAX_FAILURES = 20;
export const MAX_USES = 60;
export const MAX_SUPPORT = 100;
export const MAX_OTHERS = 200;

const DAY = 24 * 60 * 60;

/** By what failed sign-ins of an account are counted together. */
interface Alike {
  readonly subject: string;
  readonly at: number;
  readonly device: string;
  readonly address: string | undefined;
  readonly amr: readonly string[];
}

/** The same for all failed sign-ins of a day (UTC) from one network with one kind of browser. */
export function failureId({ subject, at, device, address = "", amr }: Alike): string {
  const day = Math.floor(at / DAY);
  return hash("sha256", JSON.stringify([subject, day, device, address, amr]), "base64url");
}

/** The same for all uses of the tokens of a provider in a day (UTC) by one client. */
export function useId({
  subject,
  at,
  client_id,
  provider,
}: Pick<AccountEvent, "subject" | "at" | "client_id" | "provider">): string {
  const day = Math.floor(at / DAY);
  return hash("sha256", JSON.stringify(["use", subject, day, client_id, provider]), "base64url");
}

/** The same for all tokens that an operator got in a day (UTC) with one client for one reason. */
export function supportId(
  { subject, at, client_id, reason }: Pick<AccountEvent, "subject" | "at" | "client_id" | "reason">,
  actor: string,
): string {
  const day = Math.floor(at / DAY);
  const alike = ["support", subject, day, client_id, actor, reason];
  return hash("sha256", JSON.stringify(alike), "base64url");
}

/**
 * The network of an address: of IPv4 24 bits, of IPv6 48. Enough to tell one's own provider from another country, and not the
 * address of a household.
 */
export function shortenAddress(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const ipv4 = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/i.exec(address)?.[1];
  if (ipv4 !== undefined) return `${ipv4}.0/24`;
  if (!/^[\da-f:]+(?:%\w+)?$/i.test(address) || !address.includes(":")) return undefined;
  const [left = [], right = []] = address
    .split("::")
    .map((half) => half.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const groups = address.includes("::") ? [...left, ...zeros, ...right] : left;
  const first = groups.slice(0, 3).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
  return `${first.join(":").replace(/(?::?\b0)+$/, "")}::/48`;
}
