import type { Flow } from "../../interaction/flow.ts";
import type { SessionChange } from "../../interaction/login-session.ts";
import type { Client } from "../../oauth/client.ts";
import type { DeviceAuthorization } from "../../oauth/device/device-authorization.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { PolledPace, PollingPace } from "../../oauth/polling/pace.ts";
import type { PushedRequest } from "../../oauth/request/pushed-request.ts";
import type { WorkspaceGrant } from "../../workspace/records.ts";

export interface PushedRequests {
  /** The id begins with the time at which the row expires (`mintFlowId`), so that expired rows are adjacent. */
  push(request: PushedRequest, expires_at: number): Promise<void>;
  /** Undefined when there is none, or when a flow was completed with it (`Flows.complete`). */
  find(request_id: string): Promise<PushedRequest | undefined>;
}

export interface Flows {
  /** The id begins with the time at which the flow expires (`mintFlowId`), so that expired flows are adjacent. */
  begin(flow: Flow, expires_at: number): Promise<void>;
  find(flow_id: string): Promise<Flow | undefined>;
  /**
   * The flow as this process last saw it, if it is cached. Other processes may have advanced it since, so it may only be used to
   * attempt the next step, which fails then.
   */
  findCached(flow_id: string): Flow | undefined;
  /**
   * Advances the flow from its version to the next, with a new login and consent: the rest never changes. False when another
   * request was first, and then nothing is written. The browser's login session changes in the same transaction.
   */
  advance(flow: Flow, session?: SessionChange): Promise<boolean>;
  /** Uses the accepted login and begins the consent request; nothing else changes. As `advance` otherwise. */
  askConsent(flow: FlowToConsent, session?: SessionChange): Promise<boolean>;
  /**
   * The last step: as `advance`, but only uses the consent. Creates the grant and its traces in the same transaction. Also false
   * when another flow was completed with the same pushed request.
   */
  complete(flow: Flow, grant: Grant, traces: GrantTraces): Promise<boolean>;
  /** The same for an integration's flow. */
  completeForWorkspace(flow: Flow, grant: WorkspaceGrant): Promise<boolean>;
}

/** A flow whose consent request begins. */
type FlowToConsent = Flow & {
  readonly consent: { readonly skip: boolean; readonly state: "waiting" };
};

/** What is written with a new grant. */
export interface GrantTraces {
  /** When the login session expires in which it was granted; undefined when that session is not stored. */
  readonly session_expires_at: number | undefined;
  /** When earlier consents that this one supersedes expire. */
  readonly superseded_expire_at: number;
}

/** The requests of devices. One that has expired is not found. */
export interface DeviceAuthorizations {
  /** `user_code_mac` is base64url. False when another request has the same user code, and then nothing is written. */
  begin(device: DeviceAuthorization, user_code_mac: string): Promise<boolean>;
  find(device_id: string, now: number): Promise<DeviceAuthorization | undefined>;
  /** The request whose user code has one of these MACs. */
  findUserCode(
    user_code_macs: readonly string[],
    now: number,
  ): Promise<DeviceAuthorization | undefined>;
  /**
   * A browser entered the user code: begins its flow, which has the id of the device. False when the code was accepted or
   * rejected before, and then nothing is written.
   */
  accept(challenge_id: string, flow: Flow, flow_expires_at: number): Promise<boolean>;
  /** The user does not know the device. As `accept` otherwise. */
  reject(challenge_id: string, device_id: string): Promise<boolean>;
  /**
   * The device asks for its tokens: reads its pace, lets `decide` choose the next one and writes that, with the row locked
   * against other servers. Undefined when this client has no such request, and then nothing is written.
   */
  poll(
    device_id: string,
    client: Client,
    now: number,
    decide: (pace: PollingPace) => PolledPace,
  ): Promise<PolledDevice | undefined>;
}

/** A device's request, with the pace it has to keep from now on. */
interface PolledDevice {
  readonly device: DeviceAuthorization;
  readonly too_fast: boolean;
}
