import assert from "node:assert/strict";
import { it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
const { issuer } = await startSignInServer({ "serve.admin.port": admin_port });
const env = { HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}`, HYDRA_URL: issuer };

async function runCommand(line: string): Promise<string> {
  const { code, out, err } = await runInProcess(line, { env });
  assert.equal(code, 0, err);
  return out;
}

it("a client is printed as JSON, YAML, a table or its ID", async () => {
  await runCommand("clients create --id photos --name 'Photo albums' --scope openid,albums.read");
  const described: unknown = JSON.parse(await runCommand("clients get photos"));
  assert.deepEqual(JSON.parse(await runCommand("clients list --format json")), [described]);
  assert.match(
    await runCommand("clients get photos --format yaml"),
    /^client_name: Photo albums$/m,
  );
  assert.match(await runCommand("clients get photos --format table"), /^ {2}name +Photo albums$/m);
  assert.equal(await runCommand("clients list --quiet"), "photos\n");
});

it("update changes the fields that flags set, or with --replace all of them", async () => {
  const fieldsOf = async () => {
    const { client_name, scope, audience, redirect_uris, grant_types } = JSON.parse(
      await runCommand("clients get photos"),
    );
    return { client_name, scope, audience, redirect_uris, grant_types };
  };
  const callback = "https://photos.example/callback";
  await runCommand(
    `clients update photos --callbacks ${callback} --grant-types authorization_code,refresh_token`,
  );
  const before = await fieldsOf();
  assert.deepEqual(before, {
    client_name: "Photo albums",
    scope: "openid albums.read",
    audience: [],
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
  });
  await runCommand("clients update photos --name Foto");
  assert.deepEqual(await fieldsOf(), { ...before, client_name: "Foto" });
  await runCommand("clients update photos --merge --audience https://api.example");
  await runCommand("update oauth2-client photos --skip-consent");
  const merged = { ...before, client_name: "Foto", audience: ["https://api.example"] };
  assert.deepEqual(await fieldsOf(), merged);
  await runCommand("clients update photos --replace --name Photos");
  assert.deepEqual(await fieldsOf(), {
    client_name: "Photos",
    scope: "offline_access offline openid",
    audience: [],
    redirect_uris: [],
    grant_types: [],
  });
});

it("update keeps the secret, in both ways", async () => {
  const secret = "a secret that a user chose";
  await runCommand(
    `clients create --id machine --secret '${secret}' --grant-types client_credentials --name M`,
  );
  const askForToken = `token client --client-id machine --client-secret '${secret}'`;
  for (const change of ["--name Machine", "--replace --grant-types client_credentials"]) {
    await runCommand(`clients update machine ${change}`);
    await runCommand(askForToken);
  }
  await runCommand("clients delete machine");
});

it("lists are searched and paginated", async () => {
  for (const id of ["a", "b", "c"]) await runCommand(`clients create --id ${id}`);
  assert.equal(await runCommand("clients list --limit 2 --page 2 -q"), "c\nphotos\n");
  assert.equal(await runCommand("clients list --limit 2 --all -q"), "a\nb\nc\nphotos\n");
  assert.equal(await runCommand("clients list --search PHOTO -q"), "photos\n");
  for (const [line, says] of [
    ["clients list --search nobody", "No client matches.\n"],
    ["workspaces list --search nowhere", "No workspace matches.\n"],
    ["workspaces integrations list --search nothing", "No integration matches.\n"],
  ] as const) {
    assert.equal((await runInProcess(line, { env })).err, says);
  }
  let shown = "";
  const onErr = (text: string): void => void (shown += text);
  const out = onErr;
  await runInProcess("clients list --limit 3", { env, out, onErr });
  assert.match(shown, /\n {2}c .*\nThere are more results: use --page 2 .* or --all for all\.\n$/);
});

it("a rotated secret works, and the previous one during the overlap", async () => {
  const secretIn = (out: string): string => /lk_cs_\S+(?=")/.exec(out)?.[0] ?? "";
  const line = "clients create --id machine --grant-types client_credentials --format json";
  const old = secretIn(await runCommand(line));
  const fresh = secretIn(await runCommand("clients rotate-secret machine --format json"));
  const get = (secret: string) =>
    runInProcess("token client --client-id machine", {
      env: { ...env, OAUTH2_CLIENT_SECRET: secret },
    });
  assert.match((await get(fresh)).out, /^lk_at_\S+\n$/);
  assert.equal((await get(old)).code, 5);
  const last = secretIn(
    await runCommand("clients rotate-secret machine --overlap 1h --format json"),
  );
  for (const secret of [fresh, last]) assert.match((await get(secret)).out, /^lk_at_\S+\n$/);
});

it("key sets are listed by name, with their number of keys and algorithms, and without keys", async () => {
  await runCommand("keys create archive one --alg ES256");
  for (const alg of ["EdDSA", "ES256"]) await runCommand(`keys create archive --alg ${alg}`);
  const listed: { set: string }[] = JSON.parse(await runCommand("keys list --format json"));
  const names = listed.map(({ set }) => set);
  assert.deepEqual(names, names.toSorted());
  const archive = { set: "archive", keys: 3, algs: ["ES256", "EdDSA"] };
  assert.deepEqual(listed[0], archive);
  assert.match(await runCommand("keys list"), /^ {2}archive +3 +ES256,EdDSA$/m);
  assert.match(await runCommand("keys list --format yaml --limit 1"), /^ {2}keys: 3$/m);
  assert.equal(await runCommand("keys list --all --quiet"), `${names.join("\n")}\n`);
  assert.equal(await runCommand("keys list --limit 1 -q"), "archive\n");
});

it("a rotated key set keeps its algorithm, newest key first", async () => {
  await runCommand("keys create invoices one --alg ES256");
  await runCommand("keys rotate invoices");
  const { keys } = JSON.parse(await runCommand("keys get invoices --public"));
  assert.deepEqual(
    keys.map(({ alg, d }: { alg: string; d?: string }) => [alg, d]),
    [
      ["ES256", undefined],
      ["ES256", undefined],
    ],
  );
  assert.equal(keys[1].kid, "one");
  assert.match(await runCommand("keys retire invoices --all-but-newest"), /^Retired one\.\n$/);
});

it("the public half of a key has no private field, of any type of key", async () => {
  for (const alg of ["RS256", "ES256", "EdDSA", "ML-DSA-44"]) {
    await runCommand(`keys create mixed ${alg} --alg ${alg}`);
  }
  assert.match(await runCommand("keys get mixed --format table"), /^ {2}ML-DSA-44 .* yes$/m);
  const { keys } = JSON.parse(await runCommand("keys get mixed --public"));
  const names = new Set<string>(keys.flatMap((key: object) => Object.keys(key)));
  const known = ["alg", "crv", "e", "kid", "kty", "n", "pub", "use", "x", "y"];
  assert.deepEqual([...names].toSorted(), known);
});
