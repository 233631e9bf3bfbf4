import type { JsonObject } from "@latchkey/api";
import type { AuthorizationRequest } from "../oauth/authorization-request.ts";
import type { ConsentRequest } from "./consent-request.ts";
import type { LoginRequest } from "./login-request.ts";

/**
 * One authorization on its way through the browser.
 *
 *   asked ──▶ login request ──used──▶ consent request ──used──▶ grant
 *                  └── refused ──▶ the client hears why ◀── refused ──┘
 *
 * It is one record from the first request to the last redirect. Every step is a compare-and-swap on `version`.
 */
export interface Flow {
  /** 16 bytes in base64url; the grant that comes of it has the same id. */
  readonly flow_id: string;
  readonly version: number;
  readonly client_id: string;
  /** Tells the client from a later one of the same id. */
  readonly client_key: number;
  readonly purpose: FlowPurpose;
  /** Unix seconds. `ttl.login_consent_request` counts from here. */
  readonly requested_at: number;
  readonly request: AuthorizationRequest;
  /** The authorization request as a URL: going there starts it again. */
  readonly request_url: string;
  /** The pushed authorization request that it began with, which one flow alone can be completed with. */
  readonly pushed_request_id?: string;
  /** The claims of the `id_token_hint`, whose signature was checked. */
  readonly hint: JsonObject | undefined;
  readonly login: LoginRequest;
  /** Undefined until the login was used. */
  readonly consent: ConsentRequest | undefined;
}

/** What a flow is for, with what its kind needs to know. */
interface FlowPurpose {
  /** `authorization`: an OAuth client requests a grant. The others are those of `FlowKind`. */
  readonly kind: string;
  /** Unix seconds: when the code that stands for the grant expires, where that was decided when the flow began. */
  readonly expires_at?: number;
  readonly [field: string]: string | number | undefined;
}
