import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../support/server.ts";

const { latchkey, server } = await startTestServer();

test("changes of different fields at the same time are all stored", async () => {
  const redirect_uris = ["https://photos.example/callback"];
  await latchkey.createOAuth2Client({ body: { client_id: "photos", redirect_uris } });
  const expected = {
    client_name: "Photos",
    owner: "alice",
    client_uri: "https://photos.example/",
    logo_uri: "https://photos.example/logo.svg",
    policy_uri: "https://photos.example/policy",
    tos_uri: "https://photos.example/terms",
    scope: "photos.read",
    contacts: ["alice@photos.example"],
    post_logout_redirect_uris: ["https://photos.example/"],
    allowed_cors_origins: ["https://photos.example"],
    skip_consent: true,
  };
  const lifespans = { authorization_code_grant_access_token_lifespan: "20m0s" };
  await Promise.all([
    ...Object.entries(expected).map(([name, value]) => replace("photos", name, value)),
    latchkey.setOAuth2ClientLifespans({ id: "photos", body: lifespans }),
  ]);
  const found = await latchkey.getOAuth2Client({ id: "photos" });
  assert.deepEqual({ ...found, ...expected, ...lifespans }, found);
});

test("changes that append to one list at the same time lose no element", async () => {
  await latchkey.createOAuth2Client({ body: { client_id: "albums" } });
  const uris = Array.from({ length: 20 }, (_, index) => `https://albums.example/${index}`);
  await Promise.all(
    uris.map((value) =>
      latchkey.patchOAuth2Client({
        id: "albums",
        body: [{ op: "add", path: "/redirect_uris/-", value }],
      }),
    ),
  );
  const { redirect_uris } = await latchkey.getOAuth2Client({ id: "albums" });
  assert.deepEqual(redirect_uris.toSorted(), uris.toSorted());
});

test("a change that sets a secret shows it, and is stored beside the others", async () => {
  await latchkey.createOAuth2Client({ body: { client_id: "prints" } });
  const client_secret = "a secret that alice chose";
  const patched = await Promise.all([
    replace("prints", "client_secret", client_secret),
    replace("prints", "client_name", "Prints"),
    replace("prints", "owner", "alice"),
  ]);
  assert.deepEqual(
    patched.map((client) => client.client_secret),
    [client_secret, undefined, undefined],
  );
  const found = await latchkey.getOAuth2Client({ id: "prints" });
  assert.deepEqual([found.client_name, found.owner], ["Prints", "alice"]);
});

test("a change is refused when other changes are always first, and then nothing is stored", async ({
  mock,
}) => {
  await latchkey.createOAuth2Client({ body: { client_id: "busy", client_name: "Before" } });
  const { clients } = server.context.store;
  const first = mock.method(clients, "replaceUnchanged", async () => "changed" as const);
  const refused = await latchkey.call("setOAuth2ClientLifespans", { id: "busy", body: {} });
  assert.deepEqual([refused.status, !refused.ok && refused.body], [409, contended]);
  assert.ok(first.mock.callCount() > 1, "it was tried again");
  first.mock.restore();
  assert.equal((await replace("busy", "client_name", "After")).client_name, "After");
});

test("a change that is made again fetches the sector_identifier_uri once", async ({ mock }) => {
  const { outbound, store } = server.context;
  const redirect_uris = ["https://sector.example/callback"];
  const sector_identifier_uri = "https://sector.example/uris.json";
  const fetched = mock.method(outbound, "getJson", async () => ({
    ok: true as const,
    value: redirect_uris,
  }));
  const body = { client_id: "sector", redirect_uris, sector_identifier_uri };
  await latchkey.createOAuth2Client({ body });
  fetched.mock.resetCalls();
  const replaceUnchanged = store.clients.replaceUnchanged.bind(store.clients);
  let others = 3;
  mock.method(
    store.clients,
    "replaceUnchanged",
    async (...change: Parameters<typeof replaceUnchanged>) => {
      others -= 1;
      return others >= 0 ? ("changed" as const) : replaceUnchanged(...change);
    },
  );
  assert.equal((await replace("sector", "client_name", "Sector")).client_name, "Sector");
  assert.equal(others, -1, "the change was made again");
  assert.deepEqual(
    fetched.mock.calls.map((call) => call.arguments),
    [[sector_identifier_uri, "registered"]],
  );
});

const contended = {
  error: "conflict",
  error_description:
    "Other requests kept changing this client, and nothing was stored. Repeat the request.",
  status_code: 409,
};

function replace(id: string, name: string, value: unknown) {
  return latchkey.patchOAuth2Client({ id, body: [{ op: "replace", path: `/${name}`, value }] });
}
