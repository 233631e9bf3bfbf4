import type { Client } from "./client.ts";

/** What is remembered of an access token. The token itself is not: its signature finds this record. */
export interface AccessToken {
  readonly signature: Uint8Array;
  readonly client_id: string;
  /** The client's `access_token_epoch` when the token was issued. */
  readonly client_epoch: number;
  readonly subject: string;
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** Unix seconds, as is `expires_at`. */
  readonly issued_at: number;
  readonly expires_at: number;
}

/** Whether a token is good: its client still exists, has not called its tokens back, and time is left. */
export function isActive(token: AccessToken, client: Client | undefined, now: number): boolean {
  return (
    client !== undefined &&
    client.client_id === token.client_id &&
    client.access_token_epoch === token.client_epoch &&
    token.expires_at > now
  );
}
