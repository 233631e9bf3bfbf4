import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { runCommand } from "./run-command.ts";

/** Logs every loaded module to standard error. */
const watch = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      process.stderr.write("loaded " + url + "\\n");
      return next(url, context);
    },
  });
`)}`;

describe("commands that do not need the server do not load it", () => {
  const table: readonly [typed: string, server: boolean][] = [
    ["version", false],
    ["--help", false],
    ["clients --help", false],
    ["clients create --help", false],
    ["doctor --help", false],
    ["clients list --endpoint=http://127.0.0.1:1 --fail-after=0", false],
    ["config --dsn=memory", true],
  ];
  for (const [typed, server] of table) {
    it(`latchkey ${typed}`, async () => {
      const { err } = await runCommand(typed, { node_flags: ["--import", watch] });
      assert.match(err, /loaded .*cli\/src\/run\.ts/);
      assert.equal(/loaded .*packages\/server\//.test(err), server);
    });
  }
});
