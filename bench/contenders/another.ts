import type { Contender } from "./contender.ts";

/** A server that somebody else started, as its discovery document describes it. */
export interface Another extends Contender {
  readonly name: "another";
  readonly endpoints: Readonly<Partial<Record<Endpoint, string>>>;
  /** How the client that was named proves itself; undefined when none was named. */
  readonly authorization: string | undefined;
}

type Endpoint = "token_endpoint" | "introspection_endpoint" | "jwks_uri";

/** Looks at a server by its URL. */
export async function meetAnother(url: string, client: string | undefined): Promise<Another> {
  const response = await fetch(`${url}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`${url} has no discovery document: ${response.status}`);
  const described: Record<string, unknown> = await response.json();
  const read = (name: Endpoint): Partial<Record<Endpoint, string>> => {
    const value = described[name];
    return typeof value === "string" ? { [name]: value } : {};
  };
  return {
    name: "another",
    public_url: url,
    admin_url: url,
    pid: undefined,
    endpoints: {
      ...read("token_endpoint"),
      ...read("introspection_endpoint"),
      ...read("jwks_uri"),
    },
    authorization: client === undefined ? undefined : `Basic ${btoa(client)}`,
    stop: () => Promise.resolve(),
  };
}
