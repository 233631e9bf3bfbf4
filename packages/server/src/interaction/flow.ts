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

/** What a flow is for. `switch` on the kind: a new one then does not compile until every step handles it. */
export type FlowPurpose =
  /** An OAuth client requests a grant. */
  | { readonly kind: "authorization" }
  /** An integration is to be installed, to act for the user or for a whole workspace. `client_id` is the integration's. */
  | {
      readonly kind: "installation";
      readonly integration_id: string;
      readonly owner: "user" | "workspace";
    }
  /** A device without a browser requests a grant. Its user entered a code, and the device polls until `expires_at`. */
  | { readonly kind: "device"; readonly expires_at: number }
  /** A page of this server needs a signed-in user: where the browser returns to. There is no consent and no grant. */
  | { readonly kind: "sign_in"; readonly return_to: string };
