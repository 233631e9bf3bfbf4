import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { hashApiKey } from "@latchkey/server";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-failures-"));
after(() => rmSync(folder, { recursive: true }));

const [, admin_port] = await freePorts();
const server = await startSignInServer({
  "serve.admin.port": admin_port,
  "serve.admin.api_keys": [
    `read:${hashApiKey("lk_key_reader")}`,
    `read+write+keys:${hashApiKey("lk_key_admin")}`,
  ],
});
const env = {
  HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}`,
  HYDRA_URL: server.issuer,
  OAUTH2_ACCESS_TOKEN: "lk_key_admin",
};

const tls_required = { error: "tls_required", error_description: "This server requires TLS." };

const otherServer = createServer((request, response) => {
  if (request.url === "/clients/plain") {
    response.writeHead(502, { "Content-Type": "application/json" });
    response.end(JSON.stringify(tls_required));
    return;
  }
  response.writeHead(request.url === "/clients/broken" ? 500 : 200, {
    "Content-Type": "text/html",
  });
  response.end("<h1>It works!</h1>");
}).listen(0, "127.0.0.1");
await once(otherServer, "listening");
after(() => otherServer.close());
const address = otherServer.address();
const otherUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("each kind of failure has its own exit code and advice", () => {
  const list = write(
    "clients.json",
    '[{"client_id":"a"},{"client_id":"photos"},{"client_id":"b"}]',
  );
  const junk = write("junk.json", "{");
  const numbers = write("numbers.json", "[1]");
  const empty = write("empty.json", "[]");
  const nothing = write("nothing.json", "{}");
  const page = write("page.json", '{"items":[{"client_id":"paged"}],"is_last_page":true}');
  const noKeys = write("no-keys.json", '{"keys":[]}');
  const table: readonly [typed: string, code: number, says: RegExp][] = [
    ["clients create --id photos", 0, /client's secret is shown only once/],
    [
      "clients create --id photos",
      7,
      /A client with this client_id exists.*\nChoose another --id, or .*update\.$/m,
    ],
    ["clients create --id quiet -q", 0, /secret was not shown because of --quiet/],
    [
      "clients create --id c --subject-type pairwise --callbacks nowhere",
      8,
      /redirect_uris entry 'nowhere' .*\(invalid_redirect_uri\)/,
    ],
    [
      "clients create --id c --grant-types foo",
      2,
      /--grant-types takes authorization_code, refresh_token, .* or \S+, not foo/,
    ],
    ["clients create --id c -g client_credentials,foo", 2, /not foo\./],
    ["clients update photos --grant-types Refresh_token", 2, /not Refresh_token\./],
    ["clients update photos", 2, /No flag says what to change/],
    ["clients update photos --merge", 2, /No flag says what to change/],
    ["clients update photos --merge --replace --name A", 2, /exclude each other/],
    ["clients create --id c --response-types code,tokn", 2, /--response-types takes.*not tokn\./],
    ["clients create --id several -g implicit,authorization_code -r token,code", 0, /several/],
    ["clients get nobody", 6, /No client has the ID nobody.*latchkey clients list/],
    ["clients get photos --access-token=", 5, /Send an API key.*--access-token/s],
    ["clients get photos --access-token=lk_key_wrong", 5, /not known, or was revoked/],
    [
      "clients delete photos --access-token=lk_key_reader",
      5,
      /scope write.*LATCHKEY_API_KEY.*api-keys create/s,
    ],
    ["clients delete nobody photos", 6, /nobody: No client has.*Deleted photos\./s],
    ["clients update nobody --name Nobody", 6, /No client has this client_id/],
    ["clients rotate-secret nobody", 6, /No client has the ID nobody/],
    ["clients create --id photos", 0, /photos/],
    [`clients import ${list}`, 7, /2 of 3\): A client with this client_id exists.* a .* b /s],
    [`clients import ${junk}`, 2, /is not valid JSON\. Nothing was imported/],
    [`clients import ${numbers}`, 2, /1 of 1\) is not a client/],
    [`clients import ${empty}`, 2, /contains no clients\. Nothing was imported/],
    [`clients import ${nothing}`, 2, /nothing\.json is not a client\. Nothing was imported/],
    [`clients import ${page}`, 0, /paged/],
    ["clients import /nowhere.json", 2, /could not be read\. Nothing was imported/],
    [
      "clients list --endpoint http://127.0.0.1:1 --fail-after 0",
      4,
      /No server responds.*ECONNREFUSED.*latchkey serve/s,
    ],
    [
      `clients list --endpoint ${otherUrl} --fail-after 0`,
      4,
      /not from a Latchkey server.*--endpoint/,
    ],
    [
      `clients list --endpoint ${server.issuer} --fail-after 0`,
      4,
      /another of its listeners: check --endpoint/,
    ],
    [`clients get broken --endpoint ${otherUrl} --fail-after 0`, 4, /not from a Latchkey server/],
    [
      `clients get plain --endpoint ${otherUrl}`,
      4,
      /^This server requires TLS\.\nSet --endpoint to the https URL .*--fake-tls-termination/,
    ],
    ["keys get nothing", 6, /No key set has this name/],
    ["keys create letters --alg ROT13", 8, /alg/],
    [`keys import letters ${junk}`, 2, /contains no readable key/],
    [`keys import letters ${noKeys}`, 2, /contains no keys\. Nothing was imported/],
    ["keys import letters", 2, /Missing argument: one or more FILEs/],
    ["keys create letters one", 0, /RS256/],
    ["keys create letters one", 7, /only one key with this kid/],
    ["keys retire letters one", 8, /newest key of letters.*--force/s],
    ["keys retire letters two", 6, /contains no key two/],
    ["keys retire letters", 2, /one or more KIDs/],
    ["keys retire letters --all-but-newest", 0, /nothing to retire/],
    ["keys retire letters one --force", 0, /Retired one/],
    [
      "keys rotate hydra.openid.id-token",
      0,
      /All servers sign with the new key from 20\S+Z on.*announced, signs from 20/s,
    ],
    ["keys get hydra.openid.id-token --format table", 0, /signing since 20[^\n]*, until 20/],
    [
      "keys retire hydra.openid.id-token --all-but-newest",
      8,
      /signs until 20\S+Z, and its tokens may be valid until 20\S+Z\. .*--force/,
    ],
    ["keys rotate hydra.openid.id-token --now", 0, /within a second.* signing since [^\n]*\n$/s],
    ["keys retire hydra.openid.id-token --all-but-newest", 8, /may be valid until 20.*--force/s],
    ["keys retire hydra.openid.id-token --all-but-newest --force", 0, /Retired/],
    ["token client --client-id photos --client-secret wrong", 5, /Check --client-id/],
    ["token client", 2, /--client-id or OAUTH2_CLIENT_ID/],
    ["token introspect nonsense", 0, /"active": false/],
    ["sessions list alice", 0, /alice has no consents/],
    ["sessions revoke-consent alice --all", 6, /no such consent/],
    ["sessions revoke-consent alice", 2, /--client ID, or --all/],
    ["workspaces get 00000000-0000-4000-8000-000000000000", 6, /workspace/],
    [
      "workspaces integrations create --capabilities fly",
      2,
      /Unknown capability fly\. Capabilities: read_content/,
    ],
    ["workspaces members add 00000000-0000-4000-8000-000000000000", 2, /--subject/],
    [
      `janitor sqlite://${join(folder, "empty.sqlite")}`,
      1,
      /^The database of this dsn does not exist, or has no tables\. Run latchkey migrate sql first\.$/m,
    ],
  ];
  for (const [typed, code, says] of table) {
    it(`latchkey ${typed.replaceAll(folder, "").replaceAll(/:\d{5}/g, "")} → ${code}`, async () => {
      const seen = await runInProcess(typed, { env });
      assert.match(seen.err + seen.out, says);
      assert.equal(seen.code, code);
    });
  }

  it("a secret given on the command line causes no warning with --quiet", async () => {
    for (const typed of [
      "clients create --id chosen --secret a-secret-of-my-own --quiet",
      `clients import ${write("own.json", '{"client_id":"own","client_secret":"of my own"}')} -q`,
    ]) {
      const seen = await runInProcess(typed, { env });
      assert.deepEqual([seen.code, seen.err], [0, ""], typed);
    }
  });

  it("no message contains a secret from the command line", async () => {
    const seen = await runInProcess(
      "token client --client-id photos --client-secret hunter2-hunter2 --access-token lk_key_hunter2",
      { env },
    );
    assert.doesNotMatch(seen.err + seen.out, /hunter2/);
  });
});

it("an unavailable server is retried, with one message", async () => {
  const [port] = await freePorts();
  let said = "";
  const late = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end("[]");
  });
  const seen = await runInProcess(`clients list --endpoint http://127.0.0.1:${port} --json`, {
    err: (text) => {
      said += text;
      late.listen(port, "127.0.0.1");
    },
  });
  late.close();
  assert.deepEqual([seen.code, seen.out], [0, "[]\n"]);
  assert.equal(said.match(/is not responding/g)?.length, 1);
});
