import type { AccountErasure, EditableClaim, JsonObject } from "@latchkey/api";

/** What users do with their accounts themselves, as far as settings permit. */
export interface SelfService {
  /** The claims that users change, in the order in which they are shown. */
  readonly editable_claims: readonly EditableClaim[];
  /** Whether users delete their accounts. */
  readonly may_delete: boolean;
  /**
   * Changes claims; an empty text removes one. Nothing is changed where one of them is not what the claim may be, or is not to be
   * changed by users.
   */
  changeClaims(subject: string, claims: ClaimTexts): Promise<ClaimChange>;
  /** What the server stores about a user, as the operation `exportAccount` returns it. Undefined if the account was deleted. */
  exportData(subject: string): Promise<JsonObject | undefined>;
  /** What ends with the account, beside what is deleted. */
  countAccess(subject: string): Promise<{
    readonly sessions: number;
    readonly apps: number;
    readonly integrations: number;
  }>;
  /** As the operation `deleteAccount`. Undefined if the account was deleted. */
  deleteAccount(subject: string): Promise<AccountErasure | undefined>;
}

export type ClaimTexts = Readonly<Partial<Record<EditableClaim, string>>>;

/** The names of the claims that have another value now, or of those that were refused. */
export type ClaimChange =
  | { readonly changed: readonly EditableClaim[] }
  | { readonly refused: readonly EditableClaim[] };
