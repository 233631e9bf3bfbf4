import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseSpecification, readClients, readSpecifications } from "./specification.ts";
import { standardsPage } from "./standards-page.ts";
import { findUnshown, hasTitle } from "./test-titles.ts";

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
    it(`${title}: every test that is named exists, by its exact title`, () => {
      assert.ok(requirements.length > 0);
      for (const { section, requirement, shown_by } of requirements) {
        if (shown_by === undefined) continue;
        const { file } = shown_by;
        const path = join(root, file);
        assert.ok(existsSync(path), `${section} ${requirement}: there is no ${file}`);
        assert.ok(
          hasTitle(readFileSync(path, "utf8"), shown_by.title),
          `${section} ${requirement}: ${file} has no test with the title "${shown_by.title}"`,
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

describe("the title of a test", () => {
  const source = `
    it("a code is redeemed once", () => {});
    test('it is "quoted"', () => {});
    const table = [["an old proof", 1], ["a proof of tomorrow", 2]];
    for (const [attack] of table) {
      it(\`\${attack} is refused by \${server}\`, () => {});
      it(attack, () => {});
    }
  `;
  const rows: [title: string, found: boolean][] = [
    ["a code is redeemed once", true],
    ["a code is redeemed", false],
    ["a code is redeemed once more", false],
    ['it is "quoted"', true],
    ["an old proof", true],
    ["an old proof is refused by latchkey", true],
    ["an older proof is refused by latchkey", false],
    ["an old proof is accepted by latchkey", false],
    ["an old proof is refused by 7", true], // A value may be computed; the run decides.
  ];
  for (const [title, found] of rows) {
    it(`${JSON.stringify(title)}: ${found ? "found" : "not found"}`, () =>
      assert.equal(hasTitle(source, title), found));
  }

  it("counts only where the test was run and passed", () => {
    const [line] = ["RFC 1\nhttps://rfc.example/1\n§1 | a | b.test.ts | c\n§2 | d | because."];
    const rfc = parseSpecification(line ?? "", "rfc1.txt");
    const ran = new Set(["b.test.ts"]);
    assert.deepEqual(findUnshown([rfc], [["b.test.ts", "c"]], ran), []);
    assert.equal(findUnshown([rfc], [["b.test.ts", "c, renamed"]], ran).length, 1);
    assert.equal(findUnshown([rfc], [["other.test.ts", "c"]], ran).length, 1);
    assert.deepEqual(findUnshown([rfc], [], new Set(["another.test.ts"])), []);
  });
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
