import type { PageTexts } from "@latchkey/api";

import type { AccountMessages, FactorMessages } from "./account-messages.ts";
import type { ActivityMessages } from "./activity-messages.ts";
import type { ApproveMessages } from "./approve-messages.ts";
import type { DeviceMessages } from "./device-messages.ts";
import type { FederationMessages } from "./federation-messages.ts";
import type { MailMessages } from "./mail-messages.ts";
import type { Notice } from "./notice.ts";
import type { PasswordMessages } from "./password-messages.ts";
import type { SigningInMessages } from "./signing-in-messages.ts";
import type { RegistrationMessages } from "./registration-messages.ts";
import type { WorkspaceMessages } from "./workspace-messages.ts";

/** The texts of the pages. A language that lacks one does not compile. */
export interface Messages {
  /** Texts of the operator, in place of or beside the built-in ones. */
  readonly own?: PageTexts;
  readonly sign_in: string;
  readonly to_continue_to: (client: string) => string;
  readonly username: string;
  readonly choose_password: PasswordMessages;
  readonly password: string;
  readonly remember_me: string;
  readonly cancel: string;
  readonly username_missing: string;
  readonly password_missing: string;
  readonly wrong_credentials: string;
  readonly wait: (seconds: number) => string;
  readonly busy: (seconds: number) => string;
  readonly account_gone: Notice;

  readonly client_asks: (client: string) => string;
  readonly from_site: (host: string) => string;
  readonly returns_to: (host: string) => string;
  readonly returns_to_this_device: (host: string) => string;
  readonly may_be_impersonated: (client: string) => string;
  readonly signed_in_as: (name: string) => string;
  readonly use_another_account: string;
  readonly app_may_if_allowed: string;
  readonly app_may_also: string;
  readonly already_allowed: string;
  readonly scope: ScopeSentences;
  readonly claim: ClaimSentences;
  readonly claim_is_required: string;
  readonly details_asked: string;
  readonly all_details: string;
  readonly scope_always_included: string;
  readonly scope_is_new: string;
  readonly audience: string;
  readonly remember_consent: string;
  readonly allow: string;
  readonly deny: string;
  readonly privacy_policy: string;
  readonly terms_of_service: string;
  /** The details of the operator that some laws require. */
  readonly imprint: string;

  readonly sign_out_question: string;
  readonly sign_out_requested: string;
  readonly sign_out: string;
  readonly stay_signed_in: string;
  readonly signed_out: Notice;
  readonly still_signed_in: Notice;

  readonly account: AccountMessages;
  readonly activity: ActivityMessages;
  readonly factor: FactorMessages;
  readonly federation: FederationMessages;
  readonly signing_in: SigningInMessages;
  readonly registration: RegistrationMessages;
  readonly mail: MailMessages;
  readonly device: DeviceMessages;
  readonly approve: ApproveMessages;

  readonly workspace: WorkspaceMessages;

  readonly redirecting: Notice;
  readonly proceed: string;
  readonly expired: Notice;
  readonly already_used: Notice;
  /** Where there is no link to start again. */
  readonly start_in_app: string;
  readonly start_again: string;
  readonly opened_directly: Notice;
  readonly cookie_missing: Notice;
  readonly token_mismatch: Notice;
  readonly try_again: string;
  readonly unavailable: Notice;

  readonly error: Notice;
  /** The client is not known, or cannot be verified. */
  readonly app_unknown: Notice;
  readonly app_disabled: Notice;
  readonly too_many_requests: Notice;
  /** Above sentences for developers, which are in English. */
  readonly technical_details: string;
  readonly reason: string;
  readonly how_to_fix: string;
  readonly error_code: string;
  readonly request_id: string;

  /** The error page without an error. */
  readonly no_error: Notice;
  readonly page_not_found: Notice;
  readonly wrong_method: Notice;
  /** The page at the root of the public listener. */
  readonly start: Notice;
  readonly issuer: string;
  readonly discovery_document: string;
  readonly open_console: string;
}

/** Completes the sentence that begins with `app_may_if_allowed`. */
export interface ScopeSentences {
  readonly openid: string;
  readonly profile: string;
  readonly email: string;
  readonly address: string;
  readonly phone: string;
  readonly offline: string;
  /** `vault:` with the id of a provider: its access token. */
  readonly vault: (provider: string) => string;
  readonly other: (scope: string) => string;
}

/** The same for claims about the user that are requested one by one and have no scope of their own. */
export interface ClaimSentences {
  readonly name: string;
  readonly username: string;
  readonly picture: string;
  readonly website: string;
  readonly gender: string;
  readonly birthdate: string;
  readonly locale: string;
  readonly updated_at: string;
}
