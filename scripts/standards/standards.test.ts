import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseSpecification, readClients, readSpecifications } from "./specification.ts";
import { standardsPage } from "./standards-page.ts";

const root = join(import.meta.dirname, "../..");
const specifications = readSpecifications();
const clients = readClients();

describe("docs/standards.md", () => {
  it("is generated from the specifications: run `npm run docs`", () => {
    assert.equal(
      readFileSync(join(root, "docs/standards.md"), "utf8"),
      standardsPage(specifications, clients),
    );
  });

  for (const { title, requirements } of [...specifications, clients]) {
    it(`${title}: every test that is named exists`, () => {
      assert.ok(requirements.length > 0);
      for (const { section, requirement, shown_by } of requirements) {
        if (shown_by === undefined) continue;
        const { file, title: words } = shown_by;
        const path = join(root, file);
        assert.ok(existsSync(path), `${section} ${requirement}: there is no ${file}`);
        assert.ok(
          readFileSync(path, "utf8").includes(words),
          `${section} ${requirement}: ${file} has no test with the words "${words}"`,
        );
      }
    });
  }
});

it("the libraries have the versions with which they are tested", () => {
  const { devDependencies }: { devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  for (const { section } of clients.requirements) {
    const [library = "", version = ""] = section.split(" ");
    assert.ok(`${devDependencies[library]}.`.startsWith(`${version}.`), section);
  }
});

it("a line that is not understood is refused", () => {
  const header = "RFC 1\nhttps://rfc.example/1\n";
  assert.throws(() => parseSpecification(`${header}§1 | something`, "rfc1.txt"), /rfc1\.txt/);
  assert.throws(() => parseSpecification("RFC 1\nnowhere", "rfc1.txt"), /URL/);
  const [met, not_met] = parseSpecification(
    `${header}§1 | a | b.test.ts | c\n§2 | d | because.`,
    "rfc1.txt",
  ).requirements;
  assert.deepEqual(met?.shown_by, { file: "b.test.ts", title: "c" });
  assert.equal(not_met?.not_met, "because.");
});
