import assert from "node:assert/strict";
import { it } from "node:test";
import { ApiError, type Client } from "@latchkey/client";
import { linesOf, verify } from "../operations/audit-chain.ts";
import { databases, SYSTEM_SECRET, temporaryDirectory } from "./databases.ts";
import { serve, type ServingProcess } from "./latchkey-process.ts";

const ROUNDS = 2;
const CHANGES_PER_ROUND = 60;
const CONCURRENCY = 12;

for (const { name, emptyDsn } of databases) {
  it(`${name}: a change and its entry of the audit log are never apart, whenever the server is killed`, async () => {
    const dsn = await emptyDsn();
    const start = (): Promise<ServingProcess> =>
      serve({
        cwd: temporaryDirectory(),
        settings: { dsn, "secrets.system": SYSTEM_SECRET, "log.level": "error" },
      });
    const acknowledged = new Map<string, string>();
    let server = await start();
    for (let round = 0; round < ROUNDS; round += 1) {
      await changeUntilKilled(server, acknowledged);
      server = await start();
      await compare(server.latchkey, acknowledged);
    }
    assert.equal((await server.kill("SIGTERM")).code, 0);
  });
}

/** Creates and renames clients. `acknowledged` has the last name of each for which the server answered. */
async function changeUntilKilled(
  { latchkey, kill }: ServingProcess,
  acknowledged: Map<string, string>,
): Promise<void> {
  let changes = 0;
  let killed: Promise<unknown> | undefined;
  const note = (id: string, client_name: string): void => {
    acknowledged.set(id, client_name);
    changes += 1;
    if (changes === CHANGES_PER_ROUND) killed ??= kill("SIGKILL"); // The other loops are under way.
  };
  const loop = async (): Promise<never> => {
    for (;;) {
      const { client_id: id } = await latchkey.createOAuth2Client({ body: { client_name: "new" } });
      note(id, "new");
      for (const client_name of ["second", "third"]) {
        acknowledged.delete(id); // Neither until the answer is here.
        await latchkey.updateOAuth2Client({ id, body: { client_name } });
        note(id, client_name);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CONCURRENCY }, loop));
  const refusal = ends.find((end) => end.status === "rejected" && end.reason instanceof ApiError);
  assert.equal(refusal, undefined);
  assert.ok(killed !== undefined, "the server went away by itself");
  await killed;
}

/** What the entries say of clients is what the clients are, and what was acknowledged. */
async function compare(latchkey: Client, acknowledged: Map<string, string>): Promise<void> {
  const lines = await linesOf(latchkey);
  const { hash } = await latchkey.getAuditHead();
  assert.equal(verify(lines, { head: hash }).broken?.explanation, undefined);
  const recorded = new Map<string, unknown>();
  for (const line of lines) {
    const { object, after } = JSON.parse(line);
    if (object.type === "client") recorded.set(object.id, after.client_name);
  }
  const stored = new Map<string, unknown>();
  const page = { limit: 500, offset: 0 };
  for (;;) {
    const clients = await latchkey.listOAuth2Clients(page);
    for (const { client_id, client_name } of clients) stored.set(client_id, client_name);
    if (clients.length < page.limit) break;
    page.offset += page.limit;
  }
  assert.ok(stored.size > 10);
  assert.deepEqual(sorted(recorded), sorted(stored));
  for (const [id, client_name] of acknowledged) assert.equal(stored.get(id), client_name);
}

function sorted(names: ReadonlyMap<string, unknown>): readonly (readonly [string, unknown])[] {
  return [...names].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
