import type { Subject } from "./subject.ts";

/** A server given by URL, described by its discovery document. */
export interface External extends Subject {
  readonly name: "external";
  readonly endpoints: Readonly<Partial<Record<Endpoint, string>>>;
  /** Authorization header of the client; undefined when none was given. */
  readonly authorization: string | undefined;
}

type Endpoint = "token_endpoint" | "introspection_endpoint" | "jwks_uri";

/** Reads the discovery document of a server. */
export async function describeExternal(url: string, client: string | undefined): Promise<External> {
  const response = await fetch(`${url}/.well-known/openid-configuration`);
  if (!response.ok) throw new Error(`${url} has no discovery document: ${response.status}`);
  const described: Record<string, unknown> = await response.json();
  const read = (name: Endpoint): Partial<Record<Endpoint, string>> => {
    const value = described[name];
    return typeof value === "string" ? { [name]: value } : {};
  };
  return {
    name: "external",
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
