import type { Flow } from "../../interaction/flow.ts";
import type { SessionChange } from "../../interaction/login-session.ts";
import type { Grant } from "../../oauth/grant.ts";
import type { Script } from "../database/statement.ts";
import type { PushedRequest } from "../../oauth/request/pushed-request.ts";

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
  /** The same for a flow of a feature, which creates something else than a grant. */
  completeWith(flow: Flow, script: () => Script<unknown>): Promise<boolean>;
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
