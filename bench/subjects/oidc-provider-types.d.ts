/** The part of node-oidc-provider that the benchmark touches; the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Interaction {
    result?: unknown;
    readonly returnTo: string;
    readonly params: Readonly<Record<string, string>>;
    readonly session?: { readonly accountId: string };
    readonly exp: number;
    save(ttl: number): Promise<string>;
  }

  export interface Client {
    readonly clientId: string;
    grantTypeAllowed(type: string): boolean;
  }

  interface Context {
    readonly method: string;
    readonly path: string;
    readonly query: Readonly<Record<string, string>>;
    status: number;
    body: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Interaction: { find(uid: string): Promise<Interaction | undefined> };
    readonly Client: { find(client_id: string): Promise<Client | undefined> };
    readonly Grant: new (fields: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    readonly ClientCredentials: new (fields: { client: Client; scope: string }) => {
      save(): Promise<string>;
    };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}

declare module "oidc-provider/lib/adapters/memory_adapter.js" {
  const MemoryAdapter: new (model: string, storage: Map<string, unknown>) => object;
  export default MemoryAdapter;
}
