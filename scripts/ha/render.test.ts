import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { render } from "./render.ts";

it("a file is written with its variables, and not without one of them", () => {
  const text = render("userlist.txt", { LATCHKEY_PASSWORD: "a password" });
  assert.equal(text, '"latchkey" "a password"\n');
  assert.throws(() => render("userlist.txt", {}), /LATCHKEY_PASSWORD has no value/);
});

it("every variable of the files is in the table of README.md", () => {
  const folder = join(import.meta.dirname, "../../deploy/ha");
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  const files = [
    "etcd.yml",
    "haproxy.cfg",
    "latchkey.yml",
    "patroni.yml",
    "pgbouncer.ini",
    "userlist.txt",
  ];
  const variables = new Set(
    files.flatMap((name) =>
      [...read(name).matchAll(/\$\{([A-Z_0-9]+)\}/g)].map(([, found]) => found),
    ),
  );
  const readme = read("README.md");
  assert.deepEqual(
    [...variables].filter((name) => !readme.includes(`\`${name}\``)),
    [],
  );
});
