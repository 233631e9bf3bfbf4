import type {
  AccountEvent,
  AccountEventKind,
  FailedSignInMethod,
  FailedSignInReason,
  SignInLimit,
} from "@latchkey/api";

import type { PageRequest } from "../http/exchange.ts";
import { deviceNameOf, writeDeviceName } from "./device-name.ts";

/** The browser in which something happened. */
export interface Origin {
  /** As `writeDeviceName` writes it. */
  readonly device: string;
  /** The network address. Only its network is kept. */
  readonly address: string | undefined;
}

/** What happened to an account. */
export interface Happening {
  readonly kind: AccountEventKind;
  /** RFC 8176. */
  readonly amr?: readonly string[];
  readonly factor?: "totp" | "passkey";
  /** Of a passkey or an app. */
  readonly name?: string | undefined;
  readonly client_id?: string;
  /** The name of an identity provider. */
  readonly provider?: string;
  /** The name of an operator who acts for the user, and why. */
  readonly actor?: string;
  readonly reason?: string;
  /** The claims that were changed. */
  readonly fields?: readonly string[];
}

/** A sign-in that failed, to an account that need not exist. */
export interface FailedSignIn {
  /** Absent where it is not known whose sign-in it is. */
  readonly who?: { readonly username: string } | { readonly subject: string };
  readonly method: FailedSignInMethod;
  readonly reason: FailedSignInReason;
  /** Where it has to wait, the limit that was reached. */
  readonly throttle?: SignInLimit | undefined;
  /** The id of an identity provider. */
  readonly provider?: string;
  readonly origin: Origin;
  readonly request_id?: string | undefined;
}

/** What happened to accounts: kept for a while, and shown to their users. */
export interface HistoryService {
  add(subject: string, happened: Happening, origin: Origin): Promise<void>;
  /** Records that a sign-in failed: later, so that neither the response nor its time depends on whether there is such an account. */
  signInFailed(failed: FailedSignIn): void;
  /** The latest first. */
  list(subject: string, limit: number): Promise<readonly AccountEvent[]>;
}

export function originOf({ headers, address }: PageRequest): Origin {
  return { device: writeDeviceName(deviceNameOf(headers["user-agent"])), address };
}
