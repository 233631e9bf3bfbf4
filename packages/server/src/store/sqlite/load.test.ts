import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { loadSqlite } from "./load.ts";

it("loading SQLite emits no warning that it is experimental, as Node does up to 24.14, but any other", async () => {
  const emitted: string[] = [];
  const collect = ({ message }: Error): void => {
    if (message.endsWith("(a test)")) emitted.push(message); // Other files may load SQLite meanwhile.
  };
  process.on("warning", collect);
  const warning = "SQLite is an experimental feature and might change at any time (a test)";
  const loaded = loadSqlite(() => {
    process.emitWarning(warning, "ExperimentalWarning");
    process.emitWarning("Another warning (a test)", "ExperimentalWarning");
    return process.getBuiltinModule("node:sqlite");
  });
  process.emitWarning(warning, "ExperimentalWarning"); // After loading, warnings are not touched.
  await nextTick();
  process.off("warning", collect);

  assert.equal(typeof loaded.DatabaseSync, "function");
  assert.deepEqual(emitted, ["Another warning (a test)", warning]);
});
