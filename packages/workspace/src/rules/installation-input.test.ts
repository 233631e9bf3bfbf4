import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleInstallation, exampleWorkspace, ids } from "./example-workspace.ts";
import { describeInstallation, readInstallationInput } from "./installation-input.ts";

const facts = { present: exampleInstallation(), workspace: exampleWorkspace() };

describe("what is shared with an installation changes", () => {
  const table: [world: string, body: unknown, resources: string[] | undefined | RegExp][] = [
    ["to the roses", { resources: [ids.roses] }, [ids.roses]],
    ["to nothing", { resources: [] }, []],
    ["not at all", {}, undefined],
    ["to what is not there", { resources: [ids.made] }, /resources of the workspace/],
    ["to what is no id", { resources: ["roses"] }, /field resources/],
    ["and nothing else does", { status: "disconnected" }, /'status'/],
  ];
  for (const [world, body, resources] of table) {
    it(world, () => {
      const read = readInstallationInput(body, facts);
      if (resources instanceof RegExp) {
        assert.match(read.ok ? "" : read.error.error_description, resources);
      } else {
        assert.deepEqual(read, { ok: true, value: resources });
      }
    });
  }

  it("an installation has its times in RFC 3339", () => {
    const described = describeInstallation(facts.present);
    assert.equal(described.created_at, "1970-01-01T00:16:40Z");
    assert.equal(described.bot_id, ids.bot);
  });
});
