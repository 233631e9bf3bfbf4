import type { JsonObject } from "@latchkey/api";
import type { Listing, Page } from "@latchkey/server/feature/store";
import type { Account, PasskeyFactor } from "../../store/port.ts";

/** Users who are about to have an account, without an operator having created it. */
export interface Registrations {
  /** Notes that a link is being mailed. False where there are `max` such registrations already, and then nothing is written. */
  begin(registration: PendingRegistration, now: number, max?: number): Promise<boolean>;
  isPending(registration_id: string, now: number): Promise<boolean>;
  /**
   * Creates the account of a registration or an invitation, with a passkey perhaps, and uses up what admits it. `gone` when that
   * was used, withdrawn or has expired: of two uses at once, one gets the account. Nothing is written unless it is created.
   */
  complete(
    account: Account,
    admission: Admission,
    passkey: PasskeyFactor | undefined,
    now: number,
  ): Promise<"created" | "taken" | "email_taken" | "gone" | "passkey_taken">;
}

export interface PendingRegistration {
  /** Base64url. */
  readonly registration_id: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** Why an account may be created. */
export type Admission = { readonly registration_id: string } | { readonly invitation_id: string };

export interface Invitations {
  /** In place of an earlier one of the same address. */
  create(invitation: StoredInvitation): Promise<void>;
  find(invitation_id: string, now: number): Promise<StoredInvitation | undefined>;
  /** Those that have not expired, newest first. */
  list(page: Page, now: number): Promise<Listing<StoredInvitation>>;
  /** False when there is no such invitation. */
  delete(invitation_id: string): Promise<boolean>;
}

export interface StoredInvitation {
  readonly invitation_id: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string | undefined;
  readonly groups: readonly string[];
  readonly attributes: JsonObject;
  /** Whether the link was mailed to the address. */
  readonly mailed: boolean;
  /** Unix seconds, as is `expires_at`. */
  readonly created_at: number;
  readonly expires_at: number;
}
