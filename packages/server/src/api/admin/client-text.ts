import { type Client, describeClient } from "../../oauth/client.ts";
import { memoize } from "../../memoize.ts";

/** A request of a client as JSON, with the client in it. */
export function withClient(request: object, client: Client): string {
  return `${JSON.stringify(request).slice(0, -1)},"client":${clientText(client)}}`;
}

/** A client as JSON. A client never changes, it is replaced; and it is shown far more often than that. */
export const clientText = memoize((client: Client) => JSON.stringify(describeClient(client)));
