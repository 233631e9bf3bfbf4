import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readServers } from "./dsn.ts";

function connectionStrings(dsn: string): (string | undefined)[] {
  return readServers(dsn).map(({ config }) => config.connectionString);
}

describe("the servers of a DSN", () => {
  const table: [dsn: string, servers: string[]][] = [
    ["postgres://db.internal/latchkey", ["postgres://db.internal/latchkey"]],
    [
      "postgres://latchkey:p%40ss@a:5432,b:5433/latchkey?target_session_attrs=read-write",
      ["postgres://latchkey:p%40ss@a:5432/latchkey", "postgres://latchkey:p%40ss@b:5433/latchkey"],
    ],
    [
      "postgresql://[::1]:5432,[::2]/latchkey?application_name=us",
      [
        "postgresql://[::1]:5432/latchkey?application_name=us",
        "postgresql://[::2]/latchkey?application_name=us",
      ],
    ],
    [
      "postgres:///latchkey?host=/run/postgresql",
      ["postgres:///latchkey?host=%2Frun%2Fpostgresql"],
    ],
    ["postgres://db/x?sslmode=verify-full", ["postgres://db/x?sslmode=verify-full"]],
    ["postgres://db/x?sslmode=require", ["postgres://db/x?sslmode=require&uselibpqcompat=true"]],
    ["postgres://db/x?sslmode=prefer", ["postgres://db/x"]],
  ];
  for (const [dsn, servers] of table) {
    it(dsn, () => assert.deepEqual(connectionStrings(dsn), servers));
  }

  it("TLS is tried first where it is preferred", () => {
    assert.equal(readServers("postgres://db/x?sslmode=prefer")[0]?.prefers_tls, true);
    assert.equal(readServers("postgres://db/x")[0]?.prefers_tls, false);
  });

  it("a standby cannot be requested", () => {
    assert.throws(() => readServers("postgres://db/x?target_session_attrs=standby"), {
      message: /target_session_attrs must be read-write/,
    });
  });
});
