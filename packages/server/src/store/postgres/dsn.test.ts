import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readServers } from "./dsn.ts";

function connectionStrings(dsn: string): string[] {
  return readServers(dsn).map(({ connection_string }) => connection_string);
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
    [
      "postgres://latchkey@/latchkey?host=a,b&port=5432,5433&target_session_attrs=primary",
      [
        "postgres://latchkey@/latchkey?host=a&port=5432",
        "postgres://latchkey@/latchkey?host=b&port=5433",
      ],
    ],
    [
      "postgres:///latchkey?host=a,b&port=6432",
      ["postgres:///latchkey?host=a&port=6432", "postgres:///latchkey?host=b&port=6432"],
    ],
    ["postgres://db/x?sslmode=verify-full&sslrootcert=system", ["postgres://db/x"]],
  ];
  for (const [dsn, servers] of table) {
    it(dsn, () => assert.deepEqual(connectionStrings(dsn), servers));
  }

  it("TLS is not used on Unix sockets, whatever sslmode says", () => {
    const modes = [
      "postgres:///x?host=/run/postgresql,db&sslmode=require",
      "postgres://%2Frun%2Fpostgresql,db/x?sslmode=require",
    ].map((dsn) => readServers(dsn).map(({ tls }) => tls?.mode));
    assert.deepEqual(modes, [
      [undefined, "require"],
      [undefined, "require"],
    ]);
  });

  it("each host needs a port, or all the same", () => {
    assert.throws(() => readServers("postgres:///x?host=a,b,c&port=1,2"), {
      message: /port must have one value, or as many as host/,
    });
  });

  it("a standby cannot be requested", () => {
    assert.throws(() => readServers("postgres://db/x?target_session_attrs=standby"), {
      message: /target_session_attrs must be read-write/,
    });
  });
});
