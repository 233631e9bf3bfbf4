import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";

import { createClient } from "@latchkey/client";
import { freePorts } from "../../server/test/processes/free-ports.ts";
import { emptyPostgres } from "../../server/test/support/postgres.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-serve-apply-"));
after(() => rmSync(folder, { recursive: true }));
const config = join(folder, "photos.yaml");
const CLIENT = "kind: client\nclient_id: photos\nclient_secret: { env: PHOTOS_SECRET }\n";
writeFileSync(config, CLIENT);

const databases: Readonly<Record<string, () => Promise<string> | string>> = {
  SQLite: () => `sqlite://${join(folder, "db.sqlite")}`,
  PostgreSQL: emptyPostgres,
};

/** Starts a server as the command does; resolves when it listens, or with the result of the command. */
async function serve(dsn: string, flags: string) {
  const [public_port, admin_port] = await freePorts();
  const stopping = Promise.withResolvers<void>();
  const line = `serve --dsn=${dsn} --serve.public.port=${public_port} --serve.admin.port=${admin_port} --urls.self.issuer=http://127.0.0.1:${public_port} ${flags}`;
  const env = {
    PHOTOS_SECRET: "the secret of photos",
    SECRETS_SYSTEM: "a system secret for tests only",
  };
  const over = new AbortController();
  const ended = runInProcess(line, { env, stopped: () => stopping.promise });
  void ended.then(() => over.abort());
  const latchkey = createClient({ admin: `http://127.0.0.1:${admin_port}` });
  const listening = async (): Promise<undefined> => {
    while (!over.signal.aborted) {
      try {
        await latchkey.getVersion();
        return undefined;
      } catch {
        await setTimeout(50);
      }
    }
    return undefined;
  };
  const failed = await Promise.race([ended, listening()]);
  const stop = async () => {
    stopping.resolve();
    return ended;
  };
  return { latchkey, failed, stop };
}

for (const [name, create] of Object.entries(databases))
  describe(`latchkey serve --apply on ${name}`, () => {
    it("has what files describe before it listens, also where several start at once", async () => {
      const dsn = await create();
      const servers = await Promise.all([
        serve(dsn, `--apply ${config}`),
        serve(dsn, `--apply ${config}`),
      ]);
      for (const { failed, latchkey } of servers) {
        assert.equal(failed, undefined, failed?.err ?? "");
        const [client] = await latchkey.listOAuth2Clients();
        assert.equal(client?.client_id, "photos");
      }
      for (const { stop } of servers) assert.equal((await stop()).code, 0);
    });

    it("does not start with files that cannot be applied", async () => {
      const broken = join(folder, "broken.yaml");
      writeFileSync(broken, "kind: client\nclient_id: photos\nscopes: openid\n");
      const { failed } = await serve(await create(), `--apply ${broken}`);
      assert.equal(failed?.code, 2);
      assert.match(
        failed?.err ?? "",
        /The server was not started: .*broken\.yaml could not be applied/,
      );
      assert.match(
        failed?.err ?? "",
        /broken\.yaml:3:9: A client has no field scopes\. Did you mean scope\?/,
      );
    });
  });
