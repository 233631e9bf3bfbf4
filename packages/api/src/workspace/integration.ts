/** What an integration may do in a workspace. */
export type Capability = (typeof capabilities)[number];

/** Every capability, in the order in which they are told. */
export const capabilities = [
  "read_content",
  "update_content",
  "insert_content",
  "read_comment",
  "insert_comment",
  "read_user_without_email",
  "read_user_with_email",
] as const;

/** An app that is installed into workspaces. */
export interface Integration {
  /** A UUID: names the integration; random when left out. */
  readonly id: string;
  /** What people read. */
  readonly name: string;
  /** The URL of an image, or an emoji. */
  readonly icon: string | null;
  /** A public one gets tokens over OAuth. An internal one belongs to one workspace and has a static token. */
  readonly kind: "public" | "internal";
  /** A UUID: who the integration says it is. */
  readonly client_id: string;
  /** What it proves itself with. Shown by the create, and by the rotation that made it; never again. */
  readonly client_secret?: string;
  /** The static token of an internal integration, sent as a bearer token. Returned by the create and by the issue of a new one; never again. */
  readonly access_token?: string;
  /** When the newest token of an internal integration was issued, in RFC 3339; absent while it has none. */
  readonly token_issued_at?: string;
  /** Where people may be sent with an answer. */
  readonly redirect_uris: readonly string[];
  /** What it may do in a workspace. */
  readonly capabilities: readonly Capability[];
  /** Which workspaces it may be installed into. It cannot be changed later. */
  readonly install_scope: "any" | readonly string[];
  /** Offered to be duplicated into the workspace when the integration is installed. */
  readonly template: IntegrationTemplate | null;
  /** Whether it may be installed for a whole workspace rather than for a person in it. */
  readonly allow_workspace_owner: boolean;
  /** Whether it works at all. */
  readonly enabled: boolean;
  /** When it was created, in RFC 3339. */
  readonly created_at: string;
  /** When it was last changed, in RFC 3339. */
  readonly updated_at: string;
}

/** Something that an integration brings along, to be copied into a workspace. */
export interface IntegrationTemplate {
  /** A UUID: names the template. */
  readonly id: string;
  /** What people read. */
  readonly title: string;
}

/**
 * What create and update take.
 * @example {"name": "Photos", "redirect_uris": ["https://photos.example/callback"], "capabilities": ["read_content", "read_user_with_email"]}
 */
export interface IntegrationInput extends Partial<
  Omit<
    Integration,
    "client_secret" | "access_token" | "token_issued_at" | "created_at" | "updated_at" | "client_id"
  >
> {}

/**
 * A new secret. The one before stays good for a while, so that nothing stops working.
 * @example {"overlap": 3600}
 */
export interface IntegrationSecretRequest {
  /** Seconds that the secret before it stays good; a day unless said. */
  readonly overlap?: number;
}

/**
 * A new token of an internal integration. The previous one stays valid for a while, so that nothing stops working.
 * @example {"overlap": 3600}
 */
export interface IntegrationTokenRequest {
  /** Seconds that the previous token stays valid; a day by default, at most 30 days. */
  readonly overlap?: number;
}
