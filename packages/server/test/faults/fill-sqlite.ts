import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSealer } from "../../src/crypto/sealed.ts";
import { openStore } from "../../src/store/open.ts";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";

/** Fills a file until nothing more fits, makes room and goes on; says what happened. Run with a limit on the size of files. */
process.on("SIGXFSZ", () => {}); // Then a write that is too much fails instead of ending the process.

const NOW = 1_800_000_000;
const store = await openStore(openSqlite(process.argv[2] ?? ""), {
  sealer: createSealer(["a system secret of some length"]),
  now: NOW,
});
const acknowledged: Uint8Array[] = [];
const failures: string[] = [];

async function issue(expires_at: number): Promise<boolean> {
  const signature = Buffer.concat([keyTime(expires_at), randomBytes(20)]);
  const [client_id, subject] = ["photos", "x".repeat(2_000)];
  const life = { issued_at: NOW, expires_at };
  try {
    const token = {
      signature,
      client_id,
      client_epoch: 1,
      subject,
      scope: [],
      audience: [],
      details: undefined,
      sources: undefined,
      ...life,
    };
    await store.access_tokens.issue(token);
    acknowledged.push(signature);
    return true;
  } catch (error) {
    failures.push(error instanceof Error ? error.name : String(error));
    return false;
  }
}

function keyTime(seconds: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(seconds * 1000, 0, 6);
  return bytes;
}

for (let batch = 0; batch < 100 && failures.length === 0; batch += 1) {
  await Promise.all(Array.from({ length: 16 }, () => issue(NOW + 60)));
}
const found = await Promise.all(
  acknowledged.map(async (signature) => (await store.access_tokens.find(signature)) !== undefined),
);
execFileSync("prlimit", [`--pid=${process.pid}`, "--fsize=unlimited"]);
const written_after = await issue(NOW + 60);
await store.close();
process.stdout.write(
  JSON.stringify({
    failures,
    acknowledged: found.length,
    found: found.filter(Boolean).length,
    written_after,
  }),
);
