import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { type Golden, goldens, type GoldenRow } from "../../../test/upgrade/golden.ts";
import { createSealer, type Sealer } from "../../crypto/sealed.ts";
import { profileDocuments } from "../../../../identity/src/store/accounts.ts";
import { clientDocuments } from "./client-document.ts";
import { type Documents, UnreadableDocumentError } from "../port/documents.ts";
import { answerDocuments, begunDocuments } from "./flow-documents.ts";
import { grantDocuments } from "./grants/grant-table.ts";
import { installationDocuments } from "../../../../workspace/src/store/installations.ts";
import { integrationDocuments } from "../../../../workspace/src/store/integration-table.ts";
import { logoutDocuments } from "./logout-requests.ts";
import { memberDocuments } from "../../../../workspace/src/store/members.ts";
import { workspaceGrantDocuments } from "../../../../workspace/src/store/workspace-grants.ts";
import { workspaceDocuments } from "../../../../workspace/src/store/workspaces.ts";
import { toId } from "../port/ids.ts";
import { stepDocuments } from "../../features/inspector/store.ts";
import { keyDocuments } from "./keys.ts";

interface Kind {
  readonly documents: Documents<object>;
  /** The context of the seal, where there is one. */
  readonly context?: (row: GoldenRow) => string;
}

const idOf = (row: GoldenRow, column: string): string => toId(bytesOf(row[column]));

/** Every column that holds documents. */
const kinds: Readonly<Record<string, Kind>> = {
  "client.document": { documents: clientDocuments },
  "account.profile": { documents: profileDocuments },
  "workspace.document": { documents: workspaceDocuments },
  "workspace_member.document": { documents: memberDocuments },
  "integration.document": { documents: integrationDocuments },
  "installation.document": { documents: installationDocuments },
  "inspected_step.document": { documents: stepDocuments },
  "json_web_key.sealed": {
    documents: keyDocuments,
    context: (row) => JSON.stringify(["key", row["key_set"], row["kid"]]),
  },
  "flow.sealed": { documents: begunDocuments, context: (row) => `flow:${idOf(row, "flow_id")}` },
  "flow.answers": {
    documents: answerDocuments,
    context: (row) => `flow answers:${idOf(row, "flow_id")}`,
  },
  "logout_request.sealed": {
    documents: logoutDocuments,
    context: (row) => `logout:${idOf(row, "logout_id")}`,
  },
  "authorization_grant.sealed": {
    documents: grantDocuments,
    context: (row) => `grant:${idOf(row, "grant_id")}`,
  },
  "workspace_grant.sealed": {
    documents: workspaceGrantDocuments,
    context: (row) => `workspace grant:${idOf(row, "grant_id")}`,
  },
};

it("there are documents of every released version", () => {
  const changelog = new URL("../../../../../CHANGELOG.md", import.meta.url);
  const headings = readFileSync(changelog, "utf8").matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm);
  const released = [...headings].map(([, version]) => `v${version}`);
  const kept = new Set(goldens.map(({ version }) => version));
  for (const version of released) assert.ok(kept.has(version), version);
  assert.ok(kept.has("v0.2.0"));
});

for (const golden of goldens) {
  describe(`the documents of ${golden.version}`, () => {
    const sealer = createSealer([fixtureSecret(golden)]);

    it("are all covered here", () => {
      const holding = Object.entries(golden.tables).flatMap(([table, rows]) =>
        ["document", "profile", "sealed", "answers"]
          .filter((column) => rows.some((row) => (row[column] ?? null) !== null))
          .map((column) => `${table}.${column}`),
      );
      assert.deepEqual(holding.toSorted(), Object.keys(kinds).toSorted());
    });

    for (const [place, kind] of Object.entries(kinds)) {
      const { documents } = kind;
      const texts = textsOf(golden, place, kind, sealer);

      it(`${place}: are read, and written so that the older server reads the same`, () => {
        assert.ok(texts.length > 0);
        for (const text of texts) {
          const { document_version: _version, ...before } = JSON.parse(text);
          const read = documents.read("golden", text);
          assert.partialDeepStrictEqual(read, before);
          assert.partialDeepStrictEqual(JSON.parse(documents.write(read)), before);
        }
      });

      it(`${place}: without a field are completed, or named as unreadable`, () => {
        for (const text of texts) {
          for (const less of withoutEachField(JSON.parse(text))) {
            try {
              const read = documents.read("golden", JSON.stringify(less));
              // What is read is complete: reading it again adds nothing.
              assert.deepEqual(documents.read("golden", JSON.stringify(read)), read);
            } catch (error) {
              assert.ok(error instanceof UnreadableDocumentError, String(error));
            }
          }
        }
      });
    }
  });
}

function textsOf({ tables }: Golden, place: string, { context }: Kind, sealer: Sealer): string[] {
  const [table = "", column = ""] = place.split(".");
  return (tables[table] ?? []).flatMap((row) => {
    const value = row[column] ?? null;
    if (value === null) return [];
    if (typeof value === "string") return value;
    assert.ok(context);
    return sealer.open(bytesOf(value), context(row)).toString("utf8");
  });
}

/** The object with each of its fields left out once, and each of those of the objects in it. */
function* withoutEachField(whole: Readonly<Record<string, unknown>>): Generator<object> {
  for (const [name, value] of Object.entries(whole)) {
    const { [name]: _gone, ...rest } = whole;
    yield rest;
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    for (const less of withoutEachField({ ...value })) yield { ...whole, [name]: less };
  }
}

function bytesOf(value: GoldenRow[string] | undefined): Buffer {
  assert.ok(typeof value === "object" && value !== null);
  return Buffer.from(value.base64, "base64");
}

function fixtureSecret({ settings }: Golden): string {
  const secrets = settings["secrets.system"];
  assert.ok(Array.isArray(secrets));
  return String(secrets[0]);
}
