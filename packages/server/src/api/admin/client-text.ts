import { memoize } from "../../memoize.ts";
import { type Client, describeClient, describeClientForLoginApps } from "../../oauth/client.ts";

/** A login or consent request as JSON, with the client in it. */
export function withClient(request: object, client: Client): string {
  return `${JSON.stringify(request).slice(0, -1)},"client":${loginAppText(client)}}`;
}

/** A client as JSON for administrators. Memoized: a client is read far more often than it is replaced. */
export const clientText = memoize((client: Client) => JSON.stringify(describeClient(client)));

const loginAppText = memoize((client: Client) =>
  JSON.stringify(describeClientForLoginApps(client)),
);
