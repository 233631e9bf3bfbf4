import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SourceError } from "../../source.ts";
import { type Dsn, parseDsn } from "./dsn.ts";

const server = { user: "hydra", password: "secret", host: "db", port: 3306, database: "hydra" };

describe("the DSN of Ory Hydra", () => {
  const read: [dsn: string, expected: Dsn][] = [
    [
      "sqlite:///var/lib/hydra.sqlite?_fk=true",
      { database: "sqlite", path: "/var/lib/hydra.sqlite" },
    ],
    ["sqlite://hydra.sqlite", { database: "sqlite", path: "hydra.sqlite" }],
    [
      "postgres://hydra:secret@db:5432/hydra?sslmode=disable&max_conns=20&max_idle_conns=4",
      { database: "postgres", url: "postgres://hydra:secret@db:5432/hydra", tls: "off" },
    ],
    [
      "cockroach://hydra@db:26257/hydra?sslmode=require",
      { database: "postgres", url: "postgres://hydra@db:26257/hydra", tls: "unverified" },
    ],
    [
      "postgres://hydra@db/hydra?sslmode=verify-full&sslrootcert=/ca.pem",
      { database: "postgres", url: "postgres://hydra@db/hydra", tls: { ca: "/ca.pem" } },
    ],
    [
      "mysql://hydra:secret@tcp(db:3306)/hydra?parseTime=true&max_conns=20",
      { database: "mysql", server, tls: "off" },
    ],
    ["mysql://hydra:secret@(db)/hydra", { database: "mysql", server, tls: "off" }],
    [
      "mysql://hydra:s:e@c/(r)et@tcp([::1]:3307)/hydra?tls=true",
      {
        database: "mysql",
        server: { ...server, password: "s:e@c/(r)et", host: "::1", port: 3307 },
        tls: "verified",
      },
    ],
    [
      "mysql://hydra@unix(/run/mysqld.sock)/hydra?tls=skip-verify",
      {
        database: "mysql",
        server: { user: "hydra", password: "", socketPath: "/run/mysqld.sock", database: "hydra" },
        tls: "unverified",
      },
    ],
  ];
  for (const [dsn, expected] of read) {
    it(`${dsn} is read`, () => assert.deepEqual(parseDsn(dsn), expected));
  }

  for (const dsn of [
    "memory",
    "",
    "sqlite://",
    "sqlite://:memory:",
    "oracle://alice:cheese@db/hydra",
    "postgres://alice:cheese@:a/",
    "mysql://alice:cheese@tcp(db:3306)",
  ]) {
    it(`${JSON.stringify(dsn)} is refused without its password`, () => {
      assert.throws(
        () => parseDsn(dsn),
        (error) => error instanceof SourceError && !error.message.includes("cheese"),
      );
    });
  }
});
