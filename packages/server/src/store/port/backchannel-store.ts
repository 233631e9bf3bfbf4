import type { Client } from "../../oauth/client.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling/pace.ts";
import type { BackchannelRequest } from "../../openid/backchannel/authentication-request.ts";

/** How many requests that are not accepted a user may have at once. */
export interface BackchannelLimits {
  readonly per_user: number;
  /** Of one client. */
  readonly per_client: number;
}

/** Backchannel authentication requests. One that is no longer valid is not found. */
export interface BackchannelRequests {
  /**
   * Stores a request and its first delivery. When its user has too many already, it returns at what time (unix seconds) the
   * earliest of them stops counting, and nothing is written. Requests count until they are accepted or their row expires: who
   * denies a request is not asked again at once.
   */
  begin(
    request: BackchannelRequest,
    limits: BackchannelLimits,
    delivery: BackchannelDelivery | undefined,
  ): Promise<Begun>;
  find(request_id: string, now: number): Promise<BackchannelRequest | undefined>;
  /** The requests for a user that wait for an answer, the newest first. */
  listWaiting(addressee: string, now: number): Promise<readonly BackchannelRequest[]>;
  /**
   * The user allowed it: creates the grant, which has the id of the request, and the delivery. False when the request was
   * answered before, and then nothing is written.
   */
  accept(grant: Grant, delivery: BackchannelDelivery | undefined): Promise<boolean>;
  /** The user denied it. As `accept` otherwise. */
  reject(request_id: string, delivery: BackchannelDelivery | undefined): Promise<boolean>;
  /** The client asks for its tokens: as `DeviceAuthorizations.poll`. */
  poll(
    request_id: string,
    client: Client,
    now: number,
    decide: (pace: PollingPace) => PolledPace,
  ): Promise<PolledRequest | undefined>;
}

/** Whether a request was stored. */
export type Begun =
  | { readonly kind: "begun" }
  | { readonly kind: "too_many"; readonly limit: keyof BackchannelLimits; readonly until: number };

/** A request, with the pace that its client has to keep from now on. */
interface PolledRequest {
  readonly request: BackchannelRequest;
  readonly too_fast: boolean;
}

/** A notification: of the app that asks users, or of the client when its user has answered. */
export interface BackchannelDelivery {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly request_id: string;
  readonly kind: "asked" | "answered";
  readonly attempts: number;
  /** Unix seconds, as is `expires_at`. */
  readonly due_at: number;
  readonly expires_at: number;
}
