import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, it } from "node:test";

import { runInProcess } from "./run-in-process.ts";

const { out: script } = await runInProcess("completion bash");

/** What bash offers after these words, the last of them unfinished. */
function complete(...words: readonly string[]): readonly string[] {
  const press = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _latchkey; printf '%s\\n' "\${COMPREPLY[@]}"`;
  // From standard input: the script is longer than an argument may be.
  const said = execFileSync("bash", ["-s", "--", "latchkey", ...words], {
    input: `${script}\n${press}\n`,
    encoding: "utf8",
    cwd: "/",
  });
  return said.trimEnd().split("\n");
}

describe("bash completes", () => {
  const table: readonly [typed: readonly string[], offered: readonly string[]][] = [
    [["cli"], ["clients"]],
    [
      ["clients", ""],
      [
        "create",
        "get",
        "list",
        "update",
        "explain",
        "rotate-secret",
        "disable",
        "enable",
        "delete",
        "import",
      ],
    ],
    [["workspaces", "members", "a"], ["add"]],
    [["clients", "create", "--nam"], ["--name"]],
    [["clients", "create", "--id", "photos", "--nam"], ["--name"]],
    [["serve", "--ttl.id"], ["--ttl.id_token"]],
    [
      ["clients", "list", "--format", ""],
      ["table", "json", "yaml"],
    ],
    [["clients", "list", "--format", "j"], ["json"]],
    [["clients", "import", "/et"], ["/etc"]],
  ];
  for (const [typed, offered] of table)
    it(`latchkey ${typed.join(" ")} ⇥ ${offered.join(" ")}`, () =>
      assert.deepEqual(complete(...typed), offered));
});

it("zsh reads the same script, and fish has one with summaries", async () => {
  assert.ok((await runInProcess("completion zsh")).out.endsWith(script));
  const { out } = await runInProcess("completion fish");
  assert.match(out, /__latchkey_at "clients"' -a create -d 'Creates a client and shows/);
  assert.match(out, /__latchkey_in "clients list"' -l 'format' -x -a 'table json yaml'/);
  assert.equal((await runInProcess("completion tcsh")).code, 2);
});
