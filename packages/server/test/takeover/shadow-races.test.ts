import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createShadow, type SeenRequest, type SeenResponse } from "@latchkey/takeover/shadow";

const SETTLE_MS = 40;
const LATER_MS = 1_000_000;

const json = { "content-type": "application/json" };
const issued: SeenResponse = {
  status: 200,
  headers: json,
  body: '{"access_token":"access-1","refresh_token":"refresh-1","token_type":"bearer"}',
};
const refused: SeenResponse = { status: 400, headers: {}, body: '{"error":"invalid_grant"}' };
const ok: SeenResponse = { status: 200, headers: {}, body: "" };
const active: SeenResponse = { status: 200, headers: json, body: '{"active":true}' };
const inactive: SeenResponse = { status: 200, headers: json, body: '{"active":false}' };
const client: SeenResponse = { status: 200, headers: json, body: '{"client_id":"films"}' };
const getClient: SeenRequest = { ...get("/admin/clients/films"), listener: "admin" };
const introspection: SeenRequest = { ...post("/oauth2/introspect", "token=a"), listener: "admin" };

describe("a request that uses something up", () => {
  it("is asked here before the copy can know that it was used: 20 refreshes, none a break", async () => {
    const carried = new Set<string>();
    const { shadow } = startShadow(({ body }) => (carried.has(body) ? refused : issued));
    for (let number = 0; number < 20; number += 1) {
      const request = refresh(`token-${number}`);
      const comparing = shadow.begin(request);
      await comparing.ready;
      carried.add(request.body); // The old server has answered, and a pass of the copy was just then.
      comparing.end(issued);
    }
    await shadow.idle();
    const { differences, equal } = shadow.report();
    assert.deepEqual(differences, []);
    assert.equal(equal, 20);
  });

  it("is no longer held back than a moment, and then no break either", async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<SeenResponse>();
    const { shadow } = startShadow(() => asked, { lead_ms: 5 });
    const comparing = shadow.begin(refresh("token"));
    await comparing.ready;
    comparing.end(issued);
    answer(refused);
    await shadow.idle();
    assert.deepEqual(shadow.report().differences, []);
    assert.deepEqual(Object.values(shadow.report().not_compared), [1]);
  });

  it("is a break where this server was asked first and refuses it", async () => {
    const { shadow } = startShadow(() => refused);
    await pass(shadow, refresh("token"), issued);
    const [difference] = shadow.report().differences;
    assert.deepEqual([difference?.rule, difference?.own], ["status", "400 invalid_grant"]);
  });

  it("is none while the copy may not have caught up with the time before the start", async () => {
    const { shadow } = startShadow(() => refused, { later_ms: 0 });
    await pass(shadow, refresh("token"), issued);
    assert.deepEqual(shadow.report().differences, []);
    await pass(shadow, post("/oauth2/token", "grant_type=client_credentials"), issued);
    assert.equal(shadow.report().differences.length, 1);
  });

  const recent: readonly (readonly [string, SeenRequest, SeenResponse, SeenRequest])[] = [
    ["a token that was issued just now", refresh("old"), issued, refresh("refresh-1")],
    ["a token that was used just now", refresh("old"), issued, refresh("old")],
    ["a token that was revoked just now", post("/oauth2/revoke", "token=old"), ok, refresh("old")],
    [
      "a session that began just now",
      get("/oauth2/auth?client_id=photos"),
      {
        status: 302,
        headers: { location: "/", "set-cookie": "a_csrf=1, ory_hydra_session=s1; Path=/" },
        body: "",
      },
      {
        ...get("/oauth2/auth?client_id=photos&prompt=none"),
        headers: { cookie: "x=1; ory_hydra_session=s1" },
      },
    ],
    [
      "a client that was changed just now",
      { ...post("/clients", "{}"), listener: "admin" },
      { status: 201, headers: {}, body: '{"client_id":"films"}' },
      post("/oauth2/token", "grant_type=client_credentials&client_id=films"),
    ],
  ];
  for (const [title, before, answer, request] of recent) {
    it(`is not compared with ${title}`, async () => {
      const { shadow, asked } = startShadow(() => refused);
      const first = shadow.begin(before);
      await first.ready;
      first.end(answer);
      asked.length = 0;
      await pass(shadow, request, issued);
      assert.deepEqual(asked, []);
    });
  }

  it("is no break after the old server has ended something of the same client", async () => {
    const { shadow } = startShadow(() => issued);
    await pass(
      shadow,
      { ...post("/oauth2/auth/sessions/consent", ""), listener: "admin", method: "DELETE" },
      ok,
    );
    const before = shadow.report().differences.length;
    await pass(shadow, refresh("token"), refused);
    assert.equal(shadow.report().differences.length, before);
  });
});

describe("a request that changes nothing", () => {
  it("is compared again after the next pass of the copy", async () => {
    let asked = 0;
    const { shadow } = startShadow(() => {
      asked += 1;
      return asked < 2 ? { ...client, status: 404, body: "{}" } : client;
    });
    await pass(shadow, getClient, client, async () => client);
    const { compared, equal, differences } = shadow.report();
    assert.deepEqual({ compared, equal, differences }, { compared: 1, equal: 1, differences: [] });
  });

  it("is compared with what the old server answers by then", async () => {
    const { shadow } = startShadow(() => inactive);
    await pass(shadow, introspection, active, async () => inactive);
    assert.deepEqual(shadow.report().differences, []);
  });

  it("is a break where it stays so, and is not asked again for the same break", async () => {
    let again = 0;
    const { shadow } = startShadow(() => inactive);
    const askAgain = async () => {
      again += 1;
      return active;
    };
    await pass(shadow, introspection, active, askAgain);
    assert.equal(shadow.report().differences.length, 1);
    assert.ok(again > 0);
    again = 0;
    await pass(shadow, introspection, active, askAgain);
    assert.equal(again, 0);
    assert.equal(shadow.report().differences[0]?.count, 2);
  });

  it("is not counted where the command ends before the copy had caught up", async () => {
    const { shadow } = startShadow(() => inactive, { settle_ms: 60_000 });
    const comparing = shadow.begin(introspection);
    comparing.end(active, async () => active);
    await Promise.resolve();
    shadow.stop();
    await shadow.idle();
    assert.deepEqual(shadow.report().differences, []);
    assert.deepEqual(Object.values(shadow.report().not_compared), [1]);
  });
});

describe("this server is not asked", () => {
  const once: readonly SeenRequest[] = [
    get("/oauth2/auth?client_id=photos&login_verifier=a"),
    get("/oauth2/auth/?client_id=photos&consent%5Fverifier=a"),
    get("/oauth2/device/verify?device_verifier=a"),
    get("/oauth2/sessions/logout?logout_verifier=a"),
    {
      ...post("/oauth2/auth", "login_verifier=a"),
      headers: { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" },
    },
    { ...get("/admin/oauth2/auth/requests/login?login_challenge=a"), listener: "admin" },
    get("/account/recovery"),
    post("/login", "username=alice"),
    post("/oauth2/bc-authorize", "login_hint=alice"),
    { ...post("/accounts", "{}"), listener: "admin" },
    get("//oauth2/auth?client_id=photos"),
    { ...get("/oauth2/token"), method: "OPTIONS" },
  ];
  for (const request of once) {
    it(`${request.method} ${request.target}`, async () => {
      const { shadow, asked } = startShadow(() => ok);
      await pass(shadow, request, ok);
      assert.deepEqual(asked, []);
      assert.equal(shadow.report().compared, 0);
    });
  }
});

function get(target: string): SeenRequest {
  return { listener: "public", method: "GET", target, headers: {}, body: "" };
}

function post(target: string, body: string): SeenRequest {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { listener: "public", method: "POST", target, headers, body };
}

function refresh(token: string): SeenRequest {
  return post("/oauth2/token", `grant_type=refresh_token&client_id=photos&refresh_token=${token}`);
}

/** A shadow that has been running for long, with answers of this server by a function of the request. */
function startShadow(
  answer: (request: SeenRequest) => SeenResponse | Promise<SeenResponse>,
  { settle_ms = SETTLE_MS, lead_ms = 1_000, later_ms = LATER_MS } = {},
) {
  const asked: string[] = [];
  let offset = 0;
  const shadow = createShadow({
    askOwn: async (request) => {
      asked.push(request.target);
      return answer(request);
    },
    settle_ms,
    lead_ms,
    now_ms: () => performance.now() + offset,
  });
  offset = later_ms;
  return { shadow, asked };
}

async function pass(
  shadow: ReturnType<typeof createShadow>,
  request: SeenRequest,
  old: SeenResponse,
  askAgain?: () => Promise<SeenResponse>,
): Promise<void> {
  const comparing = shadow.begin(request);
  await comparing.ready;
  comparing.end(old, askAgain);
  await shadow.idle();
}
