import type { OAuth2Client } from "./oauth2-client.ts";

/** The fields of a client with URLs that the server sends requests to. */
export const requestedUrlFields = [
  "jwks_uri",
  "sector_identifier_uri",
  "request_uris",
  "backchannel_logout_uri",
  "backchannel_client_notification_endpoint",
] as const;

/** A URL that the server sends requests to, and the field that has it. */
export interface RequestedUrl {
  readonly field: string;
  readonly url: string;
}

/** The URLs of a client that the server sends requests to. */
export function requestedUrlsOf(
  client: Partial<Pick<OAuth2Client, (typeof requestedUrlFields)[number]>>,
): readonly RequestedUrl[] {
  return requestedUrlFields.flatMap((field) =>
    [client[field] ?? []].flat().map((url) => ({ field, url })),
  );
}
