/** What an API key of the admin listener may do: read, change, and everything with keys. */
export type ApiKeyScope = "read" | "write" | "keys";

/** What the caller of the admin listener may do. */
export interface Access {
  /** The scopes of the API key that was presented; all of them where no key is asked for. */
  readonly scopes: readonly ApiKeyScope[];
  /** Whether the admin listener asks for an API key. */
  readonly api_key_required: boolean;
}
