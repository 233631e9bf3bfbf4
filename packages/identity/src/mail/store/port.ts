import type { JsonObject } from "@latchkey/api";
import type { Outbox } from "@latchkey/server/feature/store";

/** Mails, until they are sent, given up or expired. */
export interface MailOutbox extends Outbox<MailDelivery> {
  add(delivery: MailDelivery): Promise<void>;
  /** Removes a mail that was sent or given up. */
  finish(delivery_id: string): Promise<void>;
  postpone(delivery_id: string, due_at: number): Promise<void>;
}

export interface MailDelivery {
  readonly delivery_id: string;
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
  /** Undefined when it cannot be read any more. */
  readonly mail: StoredMail | undefined;
}

/** A mail as it is sent. */
export interface StoredMail {
  /** Undefined: it is not sent. Such a mail is stored like any other, so that the work says nothing about who has an account. */
  readonly to: string | undefined;
  /** For the log, which has nothing else of a mail. */
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Links of which each can be used once. */
export interface OneTimeLinks {
  /** In place of one with the same hash. */
  add(link: OneTimeLink): Promise<void>;
  find(token_hash: string, purpose: string, now: number): Promise<OneTimeLink | undefined>;
  /** Removes the link. Undefined when there is none: of two uses at once, one gets it. */
  take(token_hash: string, purpose: string, now: number): Promise<OneTimeLink | undefined>;
}

export interface OneTimeLink extends OneTimeContent {
  /** SHA-256, in base64url. */
  readonly token_hash: string;
  readonly purpose: string;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** What a link or a code stands for. */
export interface OneTimeContent {
  readonly subject: string | undefined;
  readonly address: string | undefined;
  readonly payload: JsonObject;
}

/** Codes that users type, of which each can be used once, after a number of tries at most. */
export interface OneTimeCodes {
  add(code: OneTimeCode): Promise<void>;
  /** Takes a try off. Removes the code when it is the right one. */
  attempt(code_id: string, purpose: string, code: string, now: number): Promise<CodeAttempt>;
}

export interface OneTimeCode extends OneTimeContent {
  /** Base64url. Who has it can try: the browser for which the code was sent. */
  readonly code_id: string;
  readonly purpose: string;
  readonly code: string;
  readonly tries_left: number;
  /** Unix seconds. */
  readonly expires_at: number;
}

/** `gone`: it was used, has expired, has no tries left, or never was. */
export type CodeAttempt =
  | { readonly kind: "right"; readonly content: OneTimeContent }
  | { readonly kind: "wrong"; readonly tries_left: number }
  | { readonly kind: "gone" };
