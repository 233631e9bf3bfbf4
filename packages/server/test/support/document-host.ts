import assert from "node:assert/strict";
import { createServer } from "node:https";
import { after } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createSelfSigned } from "../../src/crypto/self-signed.ts";

/** What is served at a path. */
interface ServedDocument {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, everything else as JSON. */
  readonly body?: unknown;
}

/** A web server with TLS on this machine, whose certificate this process trusts. */
export interface DocumentHost {
  /** Such as `https://localhost:51004`. */
  readonly origin: string;
  /** Serves something at a path, in place of what was there. */
  serve(path: string, document: ServedDocument): void;
  /** Serves a client ID metadata document; returns its `client_id`. Undefined fields are left out. */
  describe(path: string, fields?: object, headers?: Readonly<Record<string, string>>): string;
  /** How often a path was requested. */
  countOf(path: string): number;
}

/** Starts a host for this test file and stops it after. */
export async function startDocumentHost(): Promise<DocumentHost> {
  const { certificate_pem: cert, key_pem: key } = await (identity ??= createIdentity());
  const documents = new Map<string, ServedDocument>();
  const counts = new Map<string, number>();
  const server = createServer({ cert, key }, ({ url = "" }, response) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const { status = 200, headers, body = "" } = documents.get(url) ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  server.unref(); // A process that tests share ends even where a test of it was cut off.
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const origin = `https://localhost:${address.port}`;
  const serve: DocumentHost["serve"] = (path, document) => void documents.set(path, document);
  return {
    origin,
    serve,
    describe(path, fields = {}, headers = {}) {
      const client_id = `${origin}${path}`;
      serve(path, {
        headers,
        body: {
          client_id,
          client_name: "Agent",
          redirect_uris: ["http://127.0.0.1/callback", "https://agent.example/callback"],
          grant_types: ["authorization_code", "refresh_token"],
          response_types: ["code"],
          ...fields,
        },
      });
      return client_id;
    },
    countOf: (path) => counts.get(path) ?? 0,
  };
}

/** One for all hosts of this process: of two trusted certificates with the same subject, OpenSSL tries only one. */
let identity: ReturnType<typeof createSelfSigned> | undefined;

async function createIdentity(): ReturnType<typeof createSelfSigned> {
  const now = Math.floor(Date.now() / 1000);
  const created = await createSelfSigned({ hosts: ["localhost"], days: 1, now });
  setDefaultCACertificates([...getCACertificates("default"), created.certificate_pem]);
  return created;
}
