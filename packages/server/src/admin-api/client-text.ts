import { type Client, describeClient } from "../oauth/client.ts";

/** A client never changes, it is replaced; and it is shown far more often than that. */
const texts = new WeakMap<Client, string>();

/** A request of a client as JSON, with the client in it. */
export function withClient(request: object, client: Client): string {
  return `${JSON.stringify(request).slice(0, -1)},"client":${clientText(client)}}`;
}

/** A client as JSON, written once. */
export function clientText(client: Client): string {
  let text = texts.get(client);
  if (text === undefined) texts.set(client, (text = JSON.stringify(describeClient(client))));
  return text;
}
