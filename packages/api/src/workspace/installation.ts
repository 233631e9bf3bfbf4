/** An integration in a workspace: a bot, with what it may see. */
export interface Installation {
  /** A UUID: names the installation, and is told to the integration. */
  readonly bot_id: string;
  /** What is installed. */
  readonly integration_id: string;
  /** Where it is installed. */
  readonly workspace_id: string;
  /** For whom: a person, or the whole workspace. */
  readonly owner_type: "user" | "workspace";
  /** Who installed it, where it is installed for a person. */
  readonly owner_user_id: string | null;
  /** `dormant`: the tokens are gone, the bot is kept. `disconnected`: somebody removed it; a new authorization revives it. */
  readonly status: "active" | "dormant" | "disconnected";
  /** The account on the integration's side. */
  readonly external_account: {
    /** Names the account there. */
    readonly key: string;
    /** What people read. */
    readonly name: string;
  } | null;
  /** The ids of the resources that are shared with it. */
  readonly resources: readonly string[];
  /** When it was installed, in RFC 3339. */
  readonly created_at: string;
  /** When it was last changed, in RFC 3339. */
  readonly updated_at: string;
}

/**
 * What an update takes.
 * @example {"resources": ["7ea00000-0000-4000-8000-000000000001"]}
 */
export interface InstallationInput extends Partial<Pick<Installation, "resources">> {}
