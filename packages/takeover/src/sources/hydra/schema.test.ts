import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  hydraMigrations,
  hydraTables,
  type HydraVersion,
} from "../../../test/support/hydra-tables.ts";
import { SourceError } from "../../source.ts";
import { recogniseSchema } from "./schema.ts";

describe("the schema of Ory Hydra", () => {
  const versions: [version: HydraVersion, name: string, generation: 1 | 2][] = [
    ["v1.9", "1.9", 1],
    ["v1.11", "1.11", 1],
    ["v26", "26", 2],
  ];
  for (const [version, name, generation] of versions) {
    it(`of ${version} is recognised`, () => {
      const schema = recogniseSchema(tablesOf(version), hydraMigrations[version]);
      assert.deepEqual([schema.version, schema.generation], [name, generation]);
    });
  }

  it("of 2.0 is recognised, without the tables and columns that came later", () => {
    const tables = tablesOf("v26");
    tables.delete("hydra_oauth2_device_auth_codes");
    for (const column of ["first_used_at", "used_times", "access_token_signature", "expires_at"]) {
      tables.get("hydra_oauth2_refresh")?.delete(column);
    }
    assert.equal(recogniseSchema(tables, ["20221109000010000000"]).version, "2.x");
  });

  it("after 26.2 is read where rotated secrets are all that is new", () => {
    const tables = tablesOf("v26");
    tables.get("hydra_client")?.add("rotated_secrets");
    const { notes } = recogniseSchema(tables, ["20260301000000000000"]);
    assert.match(notes.join(), /20260301000000/);
  });

  const refused: [
    what: string,
    sentence: RegExp,
    tables: Map<string, Set<string>>,
    last: string,
  ][] = [
    ["another database", /not a database of Ory Hydra/, new Map([["users", new Set(["id"])]]), "1"],
    ["no migrations", /half migrated: its table/, tablesOf("v26"), ""],
    [
      "tables of both ages",
      /half migrated: it has the tables of 1\.x and of 2\.x/,
      new Map([...tablesOf("v1.11"), ...tablesOf("v26")]),
      "20220328111500000000",
    ],
    [
      "tables of neither age",
      /half migrated: it has neither/,
      without("v1.9", "hydra_oauth2_consent_request_handled"),
      "20201116133000",
    ],
    [
      "migrations of 2.x on tables of 1.x",
      /half migrated/,
      tablesOf("v1.11"),
      "20220513000001000000",
    ],
    [
      "migrations of 1.x on tables of 2.x",
      /half migrated/,
      tablesOf("v26"),
      "20220328111500000000",
    ],
    [
      "a missing table",
      /half migrated: the table hydra_oauth2_pkce is missing/,
      without("v26", "hydra_oauth2_pkce"),
      "20251202130532000001",
    ],
    [
      "a missing column",
      /not known: the table hydra_client has no column metadata/,
      without("v1.9", "hydra_client", "metadata"),
      "20201116133000",
    ],
    [
      "a newer migration",
      /not known yet: .* 20270101000000/,
      tablesOf("v26"),
      "20270101000000000000",
    ],
  ];
  for (const [what, sentence, tables, last] of refused) {
    it(`is refused with ${what}`, () => {
      assert.throws(
        () => recogniseSchema(tables, last === "" ? [] : ["20190100000001", last]),
        (error) => error instanceof SourceError && sentence.test(error.message),
      );
    });
  }
});

function tablesOf(version: HydraVersion): Map<string, Set<string>> {
  return new Map(
    [...hydraTables(version)].map(([table, columns]) => [
      table,
      new Set(columns.map(({ name }) => name)),
    ]),
  );
}

function without(version: HydraVersion, table: string, column?: string): Map<string, Set<string>> {
  const tables = tablesOf(version);
  if (column === undefined) tables.delete(table);
  else tables.get(table)?.delete(column);
  return tables;
}
