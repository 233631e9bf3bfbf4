/** An integration in a workspace: a bot, with what it may see. */
export interface Installation {
  /** A UUID. */
  readonly bot_id: string;
  readonly integration_id: string;
  readonly workspace_id: string;
  readonly owner_type: "user" | "workspace";
  /** Who installed it, where it is installed for a person. */
  readonly owner_user_id: string | null;
  /** `dormant`: the tokens are gone, the bot is kept. `disconnected`: somebody removed it; a new authorization revives it. */
  readonly status: "active" | "dormant" | "disconnected";
  /** The account on the integration's side. */
  readonly external_account: { readonly key: string; readonly name: string } | null;
  /** The ids of the resources that are shared with it. */
  readonly resources: readonly string[];
  /** RFC 3339. */
  readonly created_at: string;
  /** RFC 3339. */
  readonly updated_at: string;
}

/** What an update takes. */
export type InstallationInput = Partial<Pick<Installation, "resources">>;
