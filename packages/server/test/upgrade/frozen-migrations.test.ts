import assert from "node:assert/strict";
import { it } from "node:test";
import { computeDigests, readDigests } from "./digests.ts";
import { migrations } from "../support/tables.ts";

/**
 * The migrations that were released have run on existing databases, so an edit would make new databases differ from old ones.
 * `npx node packages/server/test/upgrade/write-golden.ts` writes the digests with every release.
 */
const released = readDigests();
const present = computeDigests();

for (const [name, digests] of Object.entries(released)) {
  it(`${name} is as it was released`, () => {
    const known = present[name];
    assert.ok(known, `The released migration ${name} is gone. It must stay: bring it back.`);
    assert.deepEqual(
      known,
      digests,
      `${name} was released and must never change. Undo the edit, and add a new migration instead.`,
    );
  });
}

it("released migrations come first, in their order", () => {
  const names = Object.keys(released);
  assert.ok(names.includes("0001-baseline"));
  // Each feature has migrations of its own, which do not depend on those of others.
  const byFeature = (all: readonly string[]) =>
    Map.groupBy(all, (name) => name.replace(/(?:^|-)\d{4}-.*$/, ""));
  const presentNames = byFeature(migrations.map(({ name }) => name));
  for (const [feature, of_feature] of byFeature(names)) {
    assert.deepEqual(
      presentNames.get(feature)?.slice(0, of_feature.length),
      of_feature,
      "A new migration belongs after the released ones of its feature.",
    );
  }
});
