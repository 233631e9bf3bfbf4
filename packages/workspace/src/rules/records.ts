/** The stored records of the workspace API. */

import type {
  Capability,
  Installation,
  Integration,
  Workspace,
  WorkspaceMember,
} from "@latchkey/api";
import type { Expiring, StoredSecret } from "@latchkey/server/feature/rules";

/** A workspace as it is stored. Times are in unix seconds. */
export interface WorkspaceRecord extends Omit<Workspace, "created_at" | "updated_at"> {
  readonly created_at: number;
  readonly updated_at: number;
}

/** A member as it is stored. */
export type MemberRecord = WorkspaceMember;

/** An integration as it is stored. */
export interface IntegrationRecord extends Omit<
  Integration,
  | "client_secret"
  | "access_token"
  | "token_issued_at"
  | "webhook_url"
  | "webhook_secret"
  | "created_at"
  | "updated_at"
> {
  /** Null where it receives none. */
  readonly webhook: WebhookRecord | null;
  /** The newest first. Internal integrations have none. */
  readonly secrets: readonly StoredSecret[];
  /** The newest first. Public integrations have none. */
  readonly tokens: readonly IntegrationToken[];
  /** Incremented when the capabilities change: earlier consents do not cover the new ones. */
  readonly capability_revision: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The stored part of a static token. */
export interface IntegrationToken extends StoredSecret {
  /** Unix seconds. */
  readonly issued_at: number;
}

/** Where webhooks are sent. Encrypted at rest: the server signs with the secrets, so their hashes would not do. */
export interface WebhookRecord {
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
}

/** A secret that webhooks are signed with. */
interface WebhookSecret extends Expiring {
  /** `whsec_` and base64, as receivers configure it. */
  readonly secret: string;
}

/** A webhook to be sent, or that was. Times are in unix seconds. */
export interface WebhookDeliveryRecord {
  /** 16 bytes in base64url. */
  readonly delivery_id: string;
  readonly integration_id: string;
  /** One of `webhookTypes`, or of those that a newer server knows. */
  readonly type: string;
  /** JSON, as it is sent and signed. */
  readonly body: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: number;
  readonly created_at: number;
  readonly last_attempt_at: number | undefined;
  /** The outcome of the last attempt; undefined before the first. */
  readonly outcome: string | undefined;
  /** When it is sent next; undefined when it is not sent again. */
  readonly due_at: number | undefined;
  readonly expires_at: number;
}

/** An installation as it is stored. */
export interface InstallationRecord extends Omit<Installation, "created_at" | "updated_at"> {
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * What a user allowed an integration in one consent.
 *
 *   generation 0: code issued ──exchange──▶ 1 ──refresh──▶ 2 ──refresh──▶ 3 …      revoked_at: no code or token is valid
 *
 * As with `Grant`, codes and tokens are derived and not stored. The installation takes effect with the exchange.
 */
export interface WorkspaceGrant {
  /** 16 bytes in base64url; also the id of the flow it came from. */
  readonly grant_id: string;
  readonly integration_id: string;
  /** Set by the exchange. */
  readonly bot_id: string | undefined;
  readonly generation: number;
  /** When the current generation began. Milliseconds. */
  readonly generation_at_ms: number;
  /** When the code was exchanged. Milliseconds; undefined before. */
  readonly exchanged_at_ms: number | undefined;
  /** The number of failed exchanges by its own integration. */
  readonly failures: number;
  /** Unix seconds, as is `expires_at`. */
  readonly created_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | undefined;
  readonly session: WorkspaceGrantSession;
}

/** What was requested and allowed. Encrypted at rest. */
export interface WorkspaceGrantSession {
  /** As sent; absent when the authorization request had none. */
  readonly redirect_uri?: string;
  /** Where the response went then: the only redirect URI of the integration. */
  readonly implied_redirect_uri?: string;
  readonly code_challenge?: string;
  /** Unix seconds. */
  readonly code_expires_at: number;
  /** When the flow began, in unix seconds: `created_at` where it is absent. */
  readonly requested_at?: number;
  /** Who consented. */
  readonly subject?: string;
  readonly workspace_id: string;
  readonly owner: GrantOwner;
  readonly resources: readonly string[];
  readonly duplicated_template: { readonly id: string; readonly title: string } | null;
  readonly capabilities: readonly Capability[];
  readonly capability_revision: number;
}

/** The owner of an installation. */
export type GrantOwner =
  | { readonly type: "user"; readonly user_id: string }
  | { readonly type: "workspace" };

/** The id of the workspace that an internal integration belongs to; undefined for a public one. */
export function homeWorkspace({ kind, install_scope }: IntegrationRecord): string | undefined {
  return kind === "public" || install_scope === "any" ? undefined : install_scope[0];
}
