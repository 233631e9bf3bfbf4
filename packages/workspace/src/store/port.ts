import type { Result } from "@latchkey/server/feature/rules";
import type { Listing, Outbox, Page, Script } from "@latchkey/server/feature/store";
import type {
  InstallationRecord,
  IntegrationRecord,
  IntegrationToken,
  MemberRecord,
  WebhookDeliveryRecord,
  WebhookRecord,
  WorkspaceGrant,
  WorkspaceRecord,
} from "../rules/records.ts";

export interface Workspaces {
  /** False when the id is taken, and then nothing is written. */
  create(workspace: WorkspaceRecord): Promise<boolean>;
  find(id: string): Promise<WorkspaceRecord | undefined>;
  /** By name, or by id where there are more than 5,000. */
  list(page: Page): Promise<Listing<WorkspaceRecord>>;
  /** Those with this text in their name or id, in any case. */
  search(text: string, page: Page): Promise<Listing<WorkspaceRecord>>;
  /** Changes a workspace by a function of its current value, or refuses to. Undefined when there is none. */
  change<E>(
    id: string,
    next: (workspace: WorkspaceRecord) => Result<WorkspaceRecord, E>,
  ): Promise<Result<WorkspaceRecord, E> | undefined>;
  /** False when there was no such workspace. Its members and installations are deleted with it. */
  delete(id: string, now: number): Promise<boolean>;
}

export interface Members {
  /**
   * `taken` when the workspace has a member of that id or subject already, and `workspace_missing` when there is no such
   * workspace; then nothing is written.
   */
  create(member: MemberRecord): Promise<"created" | "taken" | "workspace_missing">;
  find(workspace_id: string, user_id: string): Promise<MemberRecord | undefined>;
  /** By name, or by subject where a member has none; more than 2,000 by id. */
  list(workspace_id: string, page: Page): Promise<Listing<MemberRecord>>;
  /** The memberships of a user. */
  ofSubject(subject: string): Promise<readonly MemberRecord[]>;
  /**
   * Changes a member by a function of its current value. Undefined when there is none, and `taken` when another member has the
   * subject; then nothing is written.
   */
  change(
    workspace_id: string,
    user_id: string,
    next: (member: MemberRecord) => MemberRecord,
  ): Promise<MemberRecord | "taken" | undefined>;
  /** False when there was no such member. Their installations are disconnected. */
  delete(workspace_id: string, user_id: string, now: number): Promise<boolean>;
}

export interface Integrations {
  /** False when the id is taken, and then nothing is written. */
  create(integration: IntegrationRecord): Promise<boolean>;
  /**
   * Creates an internal integration together with its bot in its workspace, in one transaction. `taken` when the id is,
   * and `workspace_missing` when there is no such workspace; then nothing is written.
   */
  createInternal(
    integration: IntegrationRecord,
    bot: NewBot,
  ): Promise<"created" | "taken" | "workspace_missing">;
  find(id: string): Promise<IntegrationRecord | undefined>;
  findByClient(client_id: string): Promise<IntegrationRecord | undefined>;
  list(page: Page): Promise<Listing<IntegrationRecord>>;
  /** Those with this text in their name, id or client id, in any case, and those that are listed or not. */
  search(filter: IntegrationFilter, page: Page): Promise<Listing<IntegrationRecord>>;
  /** Changes an integration by a function of its current value; undefined when there is none. */
  change(
    id: string,
    next: (integration: IntegrationRecord) => IntegrationRecord,
  ): Promise<IntegrationRecord | undefined>;
  /**
   * Changes the tokens of an internal integration and makes its bot active, in one transaction. `next` is given the tokens
   * that are still valid: none if the bot was disconnected. Where it returns undefined, there are too many, and nothing is
   * written. Undefined when there is no such integration.
   */
  issueToken(
    id: string,
    next: (tokens: readonly IntegrationToken[]) => readonly IntegrationToken[] | undefined,
    bot: NewBot,
  ): Promise<IntegrationRecord | "workspace_missing" | "too_many" | undefined>;
  /** Removes every token of an internal integration; its bot becomes dormant. False when there is no such integration. */
  revokeTokens(id: string, now: number): Promise<boolean>;
  /** False when there was no such integration. Its installations are deleted with it. */
  delete(id: string, now: number): Promise<boolean>;
}

/** Which integrations to list; what is left out does not matter. */
interface IntegrationFilter {
  readonly search?: string | undefined;
  /** `true` or `false`; no integration matches any other value. */
  readonly listed?: string | undefined;
}

/** The bot of an internal integration, should it have none yet. */
interface NewBot {
  readonly new_bot_id: string;
  /** Unix seconds. */
  readonly now: number;
}

export interface Installations {
  find(bot_id: string): Promise<InstallationRecord | undefined>;
  /** The installation that acts for the whole workspace. */
  findOfWorkspace(
    integration_id: string,
    workspace_id: string,
  ): Promise<InstallationRecord | undefined>;
  /** The newest first; more than 2,000 by id. */
  list(filter: InstallationFilter, page: Page): Promise<Listing<InstallationRecord>>;
  /** Replaces the shared resources, unless they are left undefined. Undefined when there is no such installation. */
  share(
    bot_id: string,
    resources: readonly string[] | undefined,
    now: number,
  ): Promise<InstallationRecord | undefined>;
  /** Revokes every token of the bot and unshares its resources. False when there is no such installation. */
  disconnect(bot_id: string, now: number): Promise<boolean>;
}

/** Which installations to list; what is left out does not matter. */
interface InstallationFilter {
  readonly integration_id?: string | undefined;
  readonly workspace_id?: string | undefined;
  readonly user_id?: string | undefined;
}

/** A webhook to be sent. */
export interface DueWebhook extends WebhookDeliveryRecord {
  /**
   * Where to send it, read in the transaction that took it: the integration may be deleted before it is sent. Undefined when the
   * integration receives no webhooks any more.
   */
  readonly webhook: WebhookRecord | undefined;
}

/**
 * The webhooks to be sent, and those that were. Every verb that changes an installation, or the capabilities of an integration,
 * or disables, enables or deletes one, adds its webhooks in the same transaction.
 */
export interface WebhookDeliveries extends Outbox<DueWebhook> {
  add(delivery: WebhookDeliveryRecord): Promise<void>;
  /** Stores the outcome of an attempt. */
  settle(delivery_id: string, settled: SettledAttempt): Promise<void>;
  /** The newest first. */
  list(integration_id: string, page: Page): Promise<Listing<WebhookDeliveryRecord>>;
}

type SettledAttempt = Pick<
  WebhookDeliveryRecord,
  "status" | "last_attempt_at" | "outcome" | "due_at"
>;

export interface WorkspaceGrants {
  /** Part of the script that completes a flow. */
  insert(grant: WorkspaceGrant): Script<unknown>;
  find(grant_id: string): Promise<WorkspaceGrant | undefined>;
  /**
   * Redeems the code and creates or reactivates the installation in one transaction, with the resources that the user chose.
   * Undefined when another request was first, and `gone` when the workspace or the integration was deleted; then nothing is
   * written.
   */
  exchange(
    grant: WorkspaceGrant,
    exchange: Exchange,
  ): Promise<InstallationRecord | "gone" | undefined>;
  /** Begins the next generation. False when another request was first or the grant was revoked; then nothing is written. */
  rotate(grant: WorkspaceGrant, generation_at_ms: number, expires_at: number): Promise<boolean>;
  /** Counts a failed exchange by the client of the code; the code is revoked with the last one allowed. */
  countFailure(grant_id: string, allowed: number, now: number): Promise<void>;
  /** Revokes the tokens of the grant. A bot without other grants becomes dormant. */
  revoke(grant_id: string, now: number): Promise<void>;
}

/** What is known when a code is exchanged. */
export interface Exchange {
  readonly generation_at_ms: number;
  readonly expires_at: number;
  /** The id of the bot, should there be none yet. */
  readonly new_bot_id: string;
  readonly external_account: InstallationRecord["external_account"];
  /** Unix seconds. */
  readonly now: number;
  /** How many valid grants one bot may have; the oldest are revoked. */
  readonly max_grants: number;
}
