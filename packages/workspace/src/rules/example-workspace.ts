import type {
  InstallationRecord,
  IntegrationRecord,
  MemberRecord,
  WorkspaceGrant,
  WorkspaceGrantSession,
  WorkspaceRecord,
} from "./records.ts";

/** For tests: fixed ids. */
export const ids = {
  garden: "11111111-1111-4111-8111-111111111111",
  kitchen: "22222222-2222-4222-8222-222222222222",
  alice: "33333333-3333-4333-8333-333333333333",
  photos: "44444444-4444-4444-8444-444444444444",
  photos_client: "55555555-5555-4555-8555-555555555555",
  bot: "66666666-6666-4666-8666-666666666666",
  roses: "77777777-7777-4777-8777-777777777777",
  template: "88888888-8888-4888-8888-888888888888",
  made: "99999999-9999-4999-8999-999999999999",
} as const;

/** For tests: the workspace Garden, with the resource Roses. */
export function exampleWorkspace(overrides: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  return {
    id: ids.garden,
    name: "Garden",
    icon: "🌱",
    resources: [{ id: ids.roses, title: "Roses" }],
    created_at: 900,
    updated_at: 900,
    ...overrides,
  };
}

/** For tests: alice, a member of Garden. */
export function exampleMember(overrides: Partial<MemberRecord> = {}): MemberRecord {
  return {
    workspace_id: ids.garden,
    user_id: ids.alice,
    subject: "alice",
    role: "member",
    name: "Alice",
    avatar_url: null,
    email: "alice@garden.example",
    email_verified: true,
    ...overrides,
  };
}

/** For tests: the integration Photos, with defaults but for the overrides. */
export function exampleIntegration(overrides: Partial<IntegrationRecord> = {}): IntegrationRecord {
  return {
    id: ids.photos,
    name: "Photos",
    icon: null,
    kind: "public",
    client_id: ids.photos_client,
    redirect_uris: ["https://photos.example/callback"],
    capabilities: ["read_content", "read_user_with_email"],
    install_scope: "any",
    template: null,
    allow_workspace_owner: false,
    enabled: true,
    description: null,
    install_url: null,
    listed: false,
    webhook: null,
    secrets: [{ hash: "sha256:cGhvdG9z", expires_at: undefined }],
    tokens: [],
    capability_revision: 0,
    created_at: 900,
    updated_at: 900,
    ...overrides,
  };
}

/** For tests: the installation of Photos in Garden, for alice. */
export function exampleInstallation(
  overrides: Partial<InstallationRecord> = {},
): InstallationRecord {
  return {
    bot_id: ids.bot,
    integration_id: ids.photos,
    workspace_id: ids.garden,
    owner_type: "user",
    owner_user_id: ids.alice,
    status: "active",
    external_account: null,
    resources: [ids.roses],
    created_at: 1_000,
    updated_at: 1_000,
    ...overrides,
  };
}

type GrantOverrides = Partial<Omit<WorkspaceGrant, "session">> & {
  readonly session?: Partial<WorkspaceGrantSession>;
};

/** For tests: the grant of alice to Photos in Garden at 1 000. */
export function exampleWorkspaceGrant({
  session,
  ...overrides
}: GrantOverrides = {}): WorkspaceGrant {
  return {
    grant_id: "grant-of-alice",
    integration_id: ids.photos,
    bot_id: undefined,
    generation: 0,
    generation_at_ms: 1_000_000,
    exchanged_at_ms: undefined,
    failures: 0,
    created_at: 1_000,
    expires_at: 1_000_000,
    revoked_at: undefined,
    ...overrides,
    session: {
      code_expires_at: 1_600,
      workspace_id: ids.garden,
      owner: { type: "user", user_id: ids.alice },
      resources: [ids.roses],
      duplicated_template: null,
      capabilities: ["read_content", "read_user_with_email"],
      capability_revision: 0,
      ...session,
    },
  };
}

/** For tests: the same after the exchange of its code, at 1 100. */
export function exchangedGrant(overrides: GrantOverrides = {}): WorkspaceGrant {
  return exampleWorkspaceGrant({
    bot_id: ids.bot,
    generation: 1,
    generation_at_ms: 1_100_000,
    exchanged_at_ms: 1_100_000,
    ...overrides,
  });
}
