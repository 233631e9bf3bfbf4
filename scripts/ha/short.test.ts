import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lacks } from "../../packages/server/test/support/machine.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { fewEvents } from "./events.ts";
import { type Load, startLoad } from "./load.ts";
import { countSpentCodes, measure } from "./measure.ts";
import { findPrograms } from "./programs.ts";

/**
 * The short form of `npm run ha`: deploy/ha under load, where a server of Latchkey is killed, and then the primary of PostgreSQL.
 * How long errors last depends on the machine, so it is not asserted here.
 */
describe("deploy/ha, under load", { skip: lacks("loopback_addresses") }, () => {
  let cluster: Cluster;
  let load: Load;

  before(async () => {
    cluster = await startCluster(findPrograms(), 2 + (process.pid % 240));
    load = await startLoad(cluster);
  });
  after(() => cluster.stop());

  for (const event of fewEvents) {
    it(`loses nothing: ${event.name}`, async () => {
      const [measured] = await measure(cluster, load, [event]);
      assert.ok(measured !== undefined);
      assert.ok(measured.requests > 0 && measured.acknowledged > 0, "the load was served");
      assert.deepEqual(measured.lost, []);
      if (event.may_fail_for === 0) {
        assert.equal(measured.errors, countSpentCodes(measured), JSON.stringify(measured.kinds));
      }
    });
  }

  it("knows everything in the end that was acknowledged", async () => {
    await load.stop();
    const { acknowledged, lost } = await load.ledger.verify(load.latchkey, "all");
    assert.ok(acknowledged > 100);
    assert.deepEqual(lost, []);
  });
});
