import { readUsername, USERNAME } from "@latchkey/api";
import { hashSlowly, randomId } from "@latchkey/server/feature/endpoints";
import type { Carrier } from "@latchkey/server/feature/store";
import { readNewAccount } from "./rules/account-input.ts";
import { verifiedEmailOf } from "./rules/verified-email.ts";
import type { Account } from "./store/port.ts";
import { createIdentityStore } from "./store/store.ts";
import { markWithoutPassword } from "./store/ways-to-sign-in.ts";

/**
 * Stores an account as another server had it, under its id there as the subject, so that apps know the user again. One whose
 * password is not known here gets one that fits nothing. An account that exists is left as it is.
 */
export const carryAccount: Carrier = async (record, tools, now) => {
  if (!isCarriedAccount(record)) return "The record is not that of an account.";
  const { groups, ...claims } = record.claims;
  const read = readNewAccount({
    username: record.username,
    password_hash: record.password_hash ?? UNKNOWN_HASH,
    claims,
    groups: groups ?? [],
    state: record.disabled === true ? "disabled" : "active",
  });
  if (!read.ok) return read.error.error_description;
  const { password_hash, state = "active" } = read.value;
  const username = readUsername(read.value.username);
  if (username === undefined) return `The field username must be ${USERNAME}.`;
  const { accounts } = createIdentityStore(tools);
  const account: Account = {
    username,
    subject: record.id,
    password_hash:
      record.password_hash === undefined ? await hashSlowly(randomId()) : (password_hash ?? ""),
    state,
    profile: { updated_at: now, ...read.value.claims },
    verified_email: verifiedEmailOf(read.value.claims ?? {}, undefined),
    groups: read.value.groups ?? [],
    attributes: {},
    created_at: now,
  };
  const outcome = await accounts.create(
    account,
    record.password_hash === undefined ? () => markWithoutPassword(account) : undefined,
  );
  if (outcome === "email_taken") return "Another account has its verified address.";
  return undefined;
};

/** Of the form of a hash, for the check of the rest. */
const UNKNOWN_HASH = `$pbkdf2-sha256$i=1,l=32$${"A".repeat(22)}$${"A".repeat(43)}`;

/** An account as another server had it. */
interface CarriedAccount {
  readonly id: string;
  readonly username: string;
  readonly password_hash?: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly disabled?: boolean;
}

function isCarriedAccount(record: object): record is CarriedAccount {
  return "kind" in record && record.kind === "account" && "id" in record && "username" in record;
}
