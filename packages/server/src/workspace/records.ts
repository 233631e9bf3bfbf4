import type {
  Capability,
  Installation,
  Integration,
  Workspace,
  WorkspaceMember,
} from "@latchkey/api";

/** A workspace as it is kept. Times are in unix seconds. */
export interface WorkspaceRecord extends Omit<Workspace, "created_at" | "updated_at"> {
  readonly created_at: number;
  readonly updated_at: number;
}

/** A member as it is kept. */
export type MemberRecord = WorkspaceMember;

/** An integration as it is kept. */
export interface IntegrationRecord extends Omit<
  Integration,
  "client_secret" | "access_token" | "token_issued_at" | "created_at" | "updated_at"
> {
  /** The newest first. Public integrations have one or two, internal ones none. */
  readonly secrets: readonly IntegrationSecret[];
  /** The newest first. Internal integrations have none, one or two, public ones none. */
  readonly tokens: readonly IntegrationToken[];
  /** Raised when the capabilities change: what was consented to before does not cover what is there now. */
  readonly capability_revision: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** What is kept of a secret. */
export interface IntegrationSecret {
  readonly hash: string;
  /** Unix seconds: when it stops being good; undefined while it is the newest. */
  readonly expires_at: number | undefined;
}

/** What is stored of a static token. */
export interface IntegrationToken extends IntegrationSecret {
  /** Unix seconds. */
  readonly issued_at: number;
}

/** An installation as it is kept. */
export interface InstallationRecord extends Omit<Installation, "created_at" | "updated_at"> {
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * What a person allowed an integration once: the root of a code and of the token pairs that follow from it.
 *
 *   generation 0: the code waits ──exchange──▶ 1 ──refresh──▶ 2 ──refresh──▶ 3 …      revoked_at: none counts any more
 *
 * As with other grants, codes and tokens are derived and kept nowhere. Until the exchange nothing of it takes effect.
 */
export interface WorkspaceGrant {
  /** 16 bytes in base64url; also the id of the flow it came from. */
  readonly grant_id: string;
  readonly integration_id: string;
  /** Known from the exchange on. */
  readonly bot_id: string | undefined;
  readonly generation: number;
  /** When the present generation began. Milliseconds. */
  readonly generation_at_ms: number;
  /** When the code was exchanged. Milliseconds; undefined before. */
  readonly exchanged_at_ms: number | undefined;
  /** How often its own client failed to exchange the code. */
  readonly failures: number;
  /** Unix seconds, as is `expires_at`. */
  readonly created_at: number;
  readonly expires_at: number;
  readonly revoked_at: number | undefined;
  readonly session: WorkspaceGrantSession;
}

/** What was asked and allowed. Sealed at rest. */
export interface WorkspaceGrantSession {
  /** As it was sent; absent when the integration left it to its registration. */
  readonly redirect_uri?: string;
  readonly code_challenge?: string;
  /** Unix seconds. */
  readonly code_expires_at: number;
  readonly workspace_id: string;
  readonly owner: GrantOwner;
  readonly resources: readonly string[];
  readonly duplicated_template: { readonly id: string; readonly title: string } | null;
  readonly capabilities: readonly Capability[];
  readonly capability_revision: number;
}

/** Whom an installation acts for. */
export type GrantOwner =
  | { readonly type: "user"; readonly user_id: string }
  | { readonly type: "workspace" };
