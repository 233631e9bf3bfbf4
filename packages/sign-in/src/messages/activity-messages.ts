import type { AccountEventKind, EditableClaim } from "@latchkey/api";

import type { Notice } from "./notice.ts";

/** The texts of the account page about what happened, and of what users do with their accounts themselves. */
export interface ActivityMessages {
  readonly edit_profile: string;
  readonly claim: { readonly [Name in EditableClaim]: string };
  readonly claim_hint: {
    readonly birthdate: string;
    readonly zoneinfo: string;
    readonly locale: string;
  };
  readonly claim_invalid: string;
  readonly save: string;
  readonly profile_saved: string;

  readonly history: string;
  readonly history_explained: string;
  readonly no_history: string;
  readonly older: string;
  readonly event: { readonly [Kind in PlainKind]: string };
  readonly sign_in_failed: (count: number) => string;
  readonly factor_added: FactorSentences;
  readonly factor_removed: FactorSentences;
  /** An app got an access token of a provider. */
  readonly kept_token_used: (app: string, provider: string) => string;
  /** An operator acts for the user. */
  readonly support_access: (actor: string, app: string) => string;
  readonly times: (count: number) => string;
  readonly by_administrator: string;
  readonly method: { readonly password: string; readonly code: string; readonly passkey: string };

  readonly agent: string;
  readonly workspace_apps: string;

  readonly data: string;
  readonly data_explained: string;
  readonly download: string;
  readonly delete_account: string;
  readonly delete_explained: string;
  readonly delete_question: string;
  readonly what_ends: string;
  readonly ends: {
    readonly sign_in: string;
    readonly sessions: (count: number) => string;
    readonly apps: (count: number) => string;
    readonly integrations: (count: number) => string;
    readonly data: string;
  };
  readonly cannot_be_undone: string;
  readonly confirm_username: (username: string) => string;
  readonly username_differs: string;
  readonly keep_account: string;
  readonly deleted: Notice;
}

/** Those whose sentence is always the same. */
type PlainKind = Exclude<
  AccountEventKind,
  "sign_in_failed" | "factor_added" | "factor_removed" | "kept_token_used" | "support_access"
>;

interface FactorSentences {
  readonly totp: string;
  readonly passkey: string;
}
