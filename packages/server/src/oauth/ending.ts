/** What gives access can be ended before its time, by what it belongs to. */

/** What everything of can be ended. */
export type EndableKind = "subject" | "session" | "client" | "grant" | "audience";

/** Something that gives access, by what it belongs to. */
export interface Held {
  readonly subject?: string | undefined;
  readonly client_id?: string | undefined;
  /** The login session. */
  readonly sid?: string | undefined;
  readonly audience?: readonly string[] | undefined;
  /** Unix seconds: when it was requested. What derives from it has the same time, however late it is issued. */
  readonly at: number;
}

/** What can be disabled, with its access. */
export type SuspendableKind = "subject" | "client" | "audience" | "trusted_issuer";

/** That something is disabled, or was. */
export interface Suspension {
  /** One of `SuspendableKind`, or of those of a newer version. */
  readonly kind: string;
  readonly name: string;
  readonly is_active: boolean;
  /** Unix seconds. */
  readonly changed_at: number;
}
