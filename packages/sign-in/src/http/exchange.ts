import type { FailedSignInReason } from "@latchkey/api";

/** An HTTP request as plain data, independent of the server that received it. */
export interface PageRequest {
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Keys are lower-case header names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The user's network address. Omit it if only a proxy's address is known: all users would share its throttle. */
  readonly address?: string;
  /** Shown on error pages, for support requests. */
  readonly request_id?: string;
  /** The signed-in user, if the receiving server knows the session. */
  readonly subject?: string;
  /** When they authenticated, in unix seconds. */
  readonly authenticated_at?: number;
  /** The id of that session. */
  readonly session_id?: string;
  /** Whether the receiving server knows that this browser has just connected a device. */
  readonly device_connected?: boolean;
  /** Whether the receiving server knows that this browser was sent here because a device was denied. */
  readonly device_denied?: boolean;
}

/** An HTTP response as plain data. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  /** A body that is no text, such as an image, in place of `body`. */
  readonly bytes?: Uint8Array;
  /** What the receiving server may record of it. It is never sent. */
  readonly note?: PageNote;
}

/** A step of a sign-in with an identity provider. */
export interface PageNote {
  /** Which login it is of, where the request does not say it. */
  readonly login_challenge?: string;
  /** Why the sign-in does not go on. */
  readonly refusal?: FailedSignInReason | undefined;
}
