import assert from "node:assert/strict";
import { it } from "node:test";

import { freePorts } from "../../server/test/journeys/free-ports.ts";
import { startPeopleServer } from "../../server/test/support/people.ts";
import { typeHere } from "./typing.ts";

const [, admin_port] = await freePorts();
const { issuer } = await startPeopleServer({ "serve.admin.port": admin_port });
const env = { HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}`, HYDRA_URL: issuer };

async function ask(line: string): Promise<string> {
  const { code, out, err } = await typeHere(line, { env });
  assert.equal(code, 0, err);
  return out;
}

it("a client goes out as JSON, YAML and a table, and an id alone", async () => {
  await ask("clients create --id photos --name 'Photo albums' --scope openid,albums.read");
  const described: unknown = JSON.parse(await ask("clients get photos"));
  assert.deepEqual(JSON.parse(await ask("clients list --format json")), [described]);
  assert.match(await ask("clients get photos --format yaml"), /^client_name: Photo albums$/m);
  assert.match(await ask("clients get photos --format table"), /^ {2}name +Photo albums$/m);
  assert.equal(await ask("clients list --quiet"), "photos\n");
});

it("an update replaces all of a client, or with --merge only what it speaks of", async () => {
  await ask("clients update photos --merge --audience https://api.example");
  const merged = JSON.parse(await ask("clients get photos"));
  assert.deepEqual(
    [merged.scope, merged.audience],
    ["openid albums.read", ["https://api.example"]],
  );
  await ask("clients update photos --name Photos");
  const replaced = JSON.parse(await ask("clients get photos"));
  assert.deepEqual([replaced.scope, replaced.audience], ["offline_access offline openid", []]);
});

it("clients that were listed here can be imported elsewhere, and pages are pages", async () => {
  for (const id of ["a", "b", "c"]) await ask(`clients create --id ${id}`);
  assert.equal(await ask("clients list --limit 2 --page 2 -q"), "c\nphotos\n");
  assert.equal(await ask("clients list --limit 2 --all -q"), "a\nb\nc\nphotos\n");
  assert.equal(await ask("clients list --search PHOTO -q"), "photos\n");
  for (const [line, says] of [
    ["clients list --search nobody", "No client matches.\n"],
    ["workspaces list --search nowhere", "No workspace matches.\n"],
    ["workspaces integrations list --search nothing", "No integration matches.\n"],
  ] as const) {
    assert.equal((await typeHere(line, { env })).err, says);
  }
  const { err } = await typeHere("clients list --limit 3", { env });
  assert.equal(err, "There are more: --page 2 shows the next, --all every one.\n");
});

it("a rotated secret works, and the one before only while they overlap", async () => {
  const secretIn = (out: string): string => /lk_cs_\S+(?=")/.exec(out)?.[0] ?? "";
  const line = "clients create --id machine --grant-types client_credentials --format json";
  const old = secretIn(await ask(line));
  const fresh = secretIn(await ask("clients rotate-secret machine --format json"));
  const get = (secret: string) =>
    typeHere("token client --client-id machine", { env: { ...env, OAUTH2_CLIENT_SECRET: secret } });
  assert.match((await get(fresh)).out, /^lk_at_\S+\n$/);
  assert.equal((await get(old)).code, 5);
  const last = secretIn(await ask("clients rotate-secret machine --overlap 1h --format json"));
  for (const secret of [fresh, last]) assert.match((await get(secret)).out, /^lk_at_\S+\n$/);
});

it("a rotated key set signs by the newest key, and keeps its algorithm", async () => {
  await ask("keys create invoices one --alg ES256");
  await ask("keys rotate invoices");
  const { keys } = JSON.parse(await ask("keys get invoices --public"));
  assert.deepEqual(
    keys.map(({ alg, d }: { alg: string; d?: string }) => [alg, d]),
    [
      ["ES256", undefined],
      ["ES256", undefined],
    ],
  );
  assert.equal(keys[1].kid, "one");
  assert.match(await ask("keys retire invoices --all-but-newest"), /^one is retired\.\n$/);
});
