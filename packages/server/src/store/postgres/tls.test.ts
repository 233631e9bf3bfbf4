import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { makeAuthority, makeCertificate } from "../../../test/support/certificates.ts";
import { emptyPostgres } from "../../../test/support/postgres.ts";
import {
  type PostgresServer,
  startPostgresWithTls,
} from "../../../test/support/postgres-server.ts";
import { runSql } from "../../../test/support/sql.ts";
import { integer, oneOf, text } from "../database/columns.ts";
import { command, query } from "../database/statement.ts";
import { StoreUnavailableError } from "../port/unavailable.ts";
import { openPostgres } from "./postgres.ts";
import { readTls } from "./tls.ts";

const OPTIONS = { connections: 2, statement_ms: 20_000, connect_ms: 10_000 };

const authority = makeAuthority("/CN=Authority of the database");
const directory = mkdtempSync(join(tmpdir(), "latchkey-postgres-tls-"));
after(() => rmSync(directory, { recursive: true }));

/** A file of certificates or keys, by its path. */
function file(name: string, pem: string): string {
  const path = join(directory, name);
  writeFileSync(path, pem);
  return path;
}

const certificate = makeCertificate({
  subject: "/CN=localhost",
  extensions: ["subjectAltName=DNS:localhost"],
  issuer: authority,
});
const client = makeCertificate({ subject: "/CN=certified", issuer: authority });
const foreign = makeCertificate({ subject: "/CN=certified", issuer: makeAuthority("/CN=Other") });

const ROOT = `sslrootcert=${file("root.crt", authority.cert)}`;
const OTHER_ROOT = `sslrootcert=${file("other.crt", makeAuthority("/CN=Other").cert)}`;
const CLIENT = `sslcert=${file("client.crt", client.cert)}&sslkey=${file("client.key", client.key)}`;
const FOREIGN = `sslcert=${file("foreign.crt", foreign.cert)}&sslkey=${file("foreign.key", foreign.key)}`;
const sealedKey = createPrivateKey(client.key).export({
  type: "pkcs8",
  format: "pem",
  cipher: "aes-256-cbc",
  passphrase: "passphrase",
});
const SEALED = `sslcert=${join(directory, "client.crt")}&sslkey=${file("sealed.key", sealedKey)}`;
const CROSSED = `sslcert=${join(directory, "client.crt")}&sslkey=${join(directory, "foreign.key")}`;
const GARBAGE = file("garbage.pem", "not a certificate");

/** What each role may use; the others get no connection. */
const HOST_BASED_AUTHENTICATION = `
host all postgres all scram-sha-256
hostssl all tls_only all scram-sha-256
hostssl all cleartext all password
hostnossl all plain_only all scram-sha-256
hostssl all certified all cert
`;

let server: PostgresServer;
let withoutTls: string;
before(async () => {
  const host_based_authentication = HOST_BASED_AUTHENTICATION;
  server = await startPostgresWithTls({ certificate, authority, host_based_authentication });
  const roles = ["tls_only", "cleartext", "plain_only", "certified"];
  for (const role of roles) {
    await runSql(`${server.url}/postgres`, `create role ${role} login password 'secret'`);
  }
  withoutTls = await emptyPostgres();
});
after(() => server.stop());

function dsnOf(role: string, parameters: string, host = "localhost"): string {
  return `postgres://${role}:secret@${host}:${new URL(server.url).port}/postgres?${parameters}`;
}

const encryption = query({
  returns: { encrypted: oneOf("yes", "no"), pid: integer, version: text },
  sql: `select case when ssl then 'yes' else 'no' end as encrypted, pid, coalesce(version, '') as version
    from pg_stat_ssl where pid = pg_backend_pid()`,
});

/** Connects, and returns how. */
async function connectionOf(dsn: string) {
  const database = openPostgres(dsn, OPTIONS);
  try {
    const [found] = await database.read(() => encryption({}));
    return found;
  } finally {
    await database.close();
  }
}

describe("a connection to a PostgreSQL server that offers TLS", () => {
  const accepted: [role: string, parameters: string, encrypted: "yes" | "no", host?: string][] = [
    ["tls_only", "", "yes"],
    ["tls_only", "sslmode=allow", "yes"],
    ["tls_only", "sslmode=prefer", "yes"],
    ["plain_only", "sslmode=prefer", "no"],
    ["plain_only", "sslmode=disable", "no"],
    ["tls_only", "sslmode=require", "yes"],
    ["tls_only", "sslmode=no-verify", "yes"],
    ["tls_only", "ssl=no-verify", "yes"],
    ["tls_only", `sslmode=prefer&${ROOT}`, "yes"],
    ["tls_only", `sslmode=require&${ROOT}`, "yes", "127.0.0.1"],
    ["tls_only", `sslmode=verify-ca&${ROOT}`, "yes", "127.0.0.1"],
    ["tls_only", `sslmode=verify-full&${ROOT}`, "yes"],
    ["tls_only", `ssl=true&${ROOT}`, "yes"],
    ["tls_only", `sslmode=verify-full&${ROOT}&ssl_min_protocol_version=TLSv1.3`, "yes"],
    ["tls_only", `sslmode=verify-full&${ROOT}&channel_binding=require`, "yes"],
    ["tls_only", "sslmode=require&channel_binding=prefer", "yes"],
    ["certified", `sslmode=verify-full&${ROOT}&${CLIENT}`, "yes"],
    ["certified", `sslmode=require&${CLIENT}`, "yes"],
    ["certified", `sslmode=require&${SEALED}&sslpassword=passphrase`, "yes"],
  ];
  for (const [role, parameters, encrypted, host] of accepted) {
    it(`${role} ${shortened(parameters)} is ${encrypted === "yes" ? "encrypted" : "plain"}`, async () => {
      const found = await connectionOf(dsnOf(role, parameters, host));
      assert.equal(found?.encrypted, encrypted);
    });
  }

  const refused: [role: string, parameters: string, reason: RegExp, host?: string][] = [
    ["tls_only", "sslmode=disable", /no pg_hba\.conf entry .*no encryption/],
    ["plain_only", "sslmode=require", /no pg_hba\.conf entry .*SSL encryption/],
    ["tls_only", `sslmode=prefer&${OTHER_ROOT}`, /cannot be verified: .*sslrootcert/],
    ["plain_only", `sslmode=prefer&${OTHER_ROOT}`, /cannot be verified/],
    ["tls_only", `sslmode=require&${OTHER_ROOT}`, /cannot be verified/],
    ["tls_only", `sslmode=verify-ca&${OTHER_ROOT}`, /cannot be verified/],
    ["tls_only", `sslmode=verify-full&${OTHER_ROOT}`, /cannot be verified/],
    ["tls_only", "sslmode=verify-full", /cannot be verified/],
    ["tls_only", "sslrootcert=system", /cannot be verified/],
    ["tls_only", "ssl=true", /cannot be verified/],
    [
      "tls_only",
      `sslmode=verify-full&${ROOT}`,
      /for another host, which sslmode=verify-full in the dsn rejects: .*127\.0\.0\.1/,
      "127.0.0.1",
    ],
    ["certified", `sslmode=verify-full&${ROOT}`, /requires a valid client certificate/],
    [
      "certified",
      `sslmode=require&${FOREIGN}&ssl_max_protocol_version=TLSv1.2`, // The alert of TLS 1.3 comes after the handshake and may get lost.
      /rejects the certificate of sslcert/,
    ],
    ["cleartext", "sslmode=require&channel_binding=require", /no channel binding/],
    ["certified", `sslmode=require&${CLIENT}&channel_binding=require`, /no channel binding/],
    [
      "tls_only",
      "sslmode=require&sslrootcert=/nowhere",
      /sslrootcert names \/nowhere, which does not exist/,
    ],
    ["tls_only", `sslmode=require&${CROSSED}`, /sslcert, sslkey in the dsn cannot be used/],
    [
      "tls_only",
      `sslmode=require&sslcert=${GARBAGE}&sslkey=${GARBAGE}`,
      /sslcert, sslkey in the dsn cannot be used/,
    ],
    ["tls_only", `sslmode=require&sslrootcert=${GARBAGE}`, /cannot be verified/],
  ];
  for (const [role, parameters, reason, host] of refused) {
    it(`${role} ${shortened(parameters)} is refused, without waiting`, async () => {
      await assert.rejects(connectionOf(dsnOf(role, parameters, host)), (error: unknown) => {
        assert.ok(error instanceof StoreUnavailableError, String(error));
        assert.ok(error.needs_operator, String(error.cause));
        assert.match(String(error.cause), reason);
        return true;
      });
    });
  }

  it("is replaced when the server ends it", async () => {
    const database = openPostgres(dsnOf("tls_only", `sslmode=verify-full&${ROOT}`), OPTIONS);
    const [first] = await database.read(() => encryption({}));
    await runSql(`${server.url}/postgres`, "select pg_terminate_backend($1)", [first?.pid]);
    const [second] = await database.read(() => encryption({}));
    assert.notEqual(second?.pid, first?.pid);
    assert.equal(second?.encrypted, "yes");
    await database.close();
  });

  it("is ended when a statement exceeds its deadline", async () => {
    const hasty = { ...OPTIONS, statement_ms: 300 };
    const database = openPostgres(dsnOf("tls_only", "sslmode=require"), hasty);
    await database.read(() => encryption({}));
    const sleep = command({ sql: "select pg_sleep(60)" });
    await assert.rejects(
      database.read(() => sleep({})),
      StoreUnavailableError,
    );
    await database.close();
  });
});

describe("a connection to a PostgreSQL server without TLS", () => {
  for (const parameters of ["", "sslmode=allow", "sslmode=prefer", `sslmode=prefer&${ROOT}`]) {
    it(`${shortened(parameters)} is plain`, async () => {
      const found = await connectionOf(`${withoutTls}?${parameters}`);
      assert.equal(found?.encrypted, "no");
    });
  }
  for (const mode of ["require", "verify-full"]) {
    it(`sslmode=${mode} is refused`, async () => {
      await assert.rejects(connectionOf(`${withoutTls}?sslmode=${mode}`), (error: unknown) => {
        assert.ok(error instanceof StoreUnavailableError && error.needs_operator);
        assert.match(String(error.cause), new RegExp(`offers no TLS, which sslmode=${mode}`));
        return true;
      });
    });
  }
});

describe("the TLS parameters of a DSN", () => {
  const modes: [parameters: string, environment: NodeJS.ProcessEnv, mode: string][] = [
    ["", {}, "prefer"],
    ["", { PGSSLMODE: "verify-full" }, "verify-full"],
    ["sslmode=require", { PGSSLMODE: "disable" }, "require"],
    ["sslmode=disable&ssl=true", {}, "disable"],
    ["sslrootcert=system", {}, "verify-full"],
    ["ssl=0", {}, "disable"],
    ["sslmode=", {}, "prefer"],
    ["channel_binding=disable&ssl_min_protocol_version=tlsv1.2&uselibpqcompat=true", {}, "prefer"],
  ];
  for (const [parameters, environment, mode] of modes) {
    it(`${parameters} ${JSON.stringify(environment)} is ${mode}`, () => {
      const given = new URLSearchParams(parameters);
      assert.equal(readTls(given, environment).mode, mode);
      assert.equal(given.size, 0, "the driver does not see them");
    });
  }

  const wrong: [parameters: string, reason: RegExp][] = [
    ["sslmode=verify_full", /sslmode must be one of disable, allow, prefer, require, verify-ca/],
    ["ssl=yes", /use sslmode in place of ssl/],
    ["sslmode=verify-ca", /verify-ca needs sslrootcert/],
    ["sslmode=require&sslrootcert=system", /sslrootcert=system needs sslmode=verify-full/],
    ["sslcert=client.crt", /sslcert and sslkey must be set together/],
    ["ssl_min_protocol_version=1.2", /ssl_min_protocol_version must be TLSv1.2 or TLSv1.3/],
    ["channel_binding=yes", /channel_binding must be disable, prefer or require/],
    ["channel_binding=require", /channel_binding=require needs sslmode=require/],
    ["require_auth=scram-sha-256", /require_auth is not supported/],
    ["sslcrl=revoked.pem", /sslcrl is not supported/],
    ["sslcrldir=/etc/crl", /sslcrldir is not supported/],
    ["gssencmode=require", /gssencmode=require is not supported/],
  ];
  for (const [parameters, reason] of wrong) {
    it(`${parameters} is refused`, () => {
      assert.throws(() => readTls(new URLSearchParams(parameters), {}), { message: reason });
    });
  }
});

function shortened(parameters: string): string {
  return parameters === "" ? "without parameters" : parameters.replaceAll(`${directory}/`, "");
}
