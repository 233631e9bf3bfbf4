import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "../../oauth/example-client.ts";
import { createCors, type CorsSettings } from "./cors.ts";
import type { Request } from "../request.ts";
import type { Match } from "../router.ts";

const APP = "https://app.example.com";
const PHOTOS = "https://photos.example";
const MALLORY = "https://mallory.example";

const settings: CorsSettings = {
  enabled: true,
  allowed_origins: ["https://*.example.com"],
  allowed_methods: ["POST", "GET"],
  allowed_headers: ["Authorization", "Content-Type"],
  exposed_headers: ["Content-Type", "X-Request-Id"],
  allow_credentials: true,
  max_age: 600,
};

const clients = new Map([
  ["Basic photos", exampleClient({ allowed_cors_origins: [PHOTOS] })],
  ["Basic mail", exampleClient()],
]);

function corsOf(changes: Partial<CorsSettings> = {}) {
  return createCors({
    settings: { ...settings, ...changes },
    clients: {
      allow: async (origin) => origin === PHOTOS,
      find: async (request) => clients.get(request.headers["authorization"] ?? ""),
    },
  });
}

function aRequest(headers: Request["headers"]): Request {
  const query = new URLSearchParams();
  const rest = {
    params: {},
    search: "",
    query,
    body: "",
    address: "127.0.0.1",
    request_id: "r1",
    received_at_ms: 0,
  };
  return { method: "POST", path: "/oauth2/token", headers, ...rest };
}

describe("a script's request", () => {
  const table: [
    string,
    Partial<CorsSettings>,
    Match["cors"],
    Request["headers"],
    string | undefined,
  ][] = [
    ["from a listed origin", {}, "clients", { origin: APP }, APP],
    [
      "from its own client's origin",
      {},
      "clients",
      { origin: PHOTOS, authorization: "Basic photos" },
      PHOTOS,
    ],
    [
      "from another client's origin",
      {},
      "clients",
      { origin: PHOTOS, authorization: "Basic mail" },
      undefined,
    ],
    [
      "from an unknown origin",
      {},
      "clients",
      { origin: MALLORY, authorization: "Basic photos" },
      undefined,
    ],
    ["without an origin", {}, "clients", {}, undefined],
    ["where everyone may call", { allowed_origins: ["*"] }, "clients", { origin: MALLORY }, "*"],
    [
      "where only clients list origins",
      { allowed_origins: [] },
      "clients",
      { origin: APP },
      undefined,
    ],
    ["to a page browsers visit", {}, "none", { origin: APP }, undefined],
    [
      "from a listed origin, not enabled",
      { enabled: false },
      "clients",
      { origin: APP },
      undefined,
    ],
    [
      "from its own client's origin, not enabled",
      { enabled: false },
      "clients",
      { origin: PHOTOS, authorization: "Basic photos" },
      PHOTOS,
    ],
    [
      "from another client's origin, not enabled",
      { enabled: false },
      "clients",
      { origin: PHOTOS, authorization: "Basic mail" },
      undefined,
    ],
    ["from a client's origin, without a client", {}, "clients", { origin: PHOTOS }, PHOTOS],
    ["for the metadata", { enabled: false }, "everyone", { origin: MALLORY }, "*"],
    ["for the keys, from nowhere", { enabled: false }, "everyone", {}, "*"],
  ];
  for (const [name, changes, cors, headers, allowed] of table) {
    it(`${name} → ${allowed ?? "unreadable"}`, async () => {
      const answered = await corsOf(changes).headersFor({ cors }, aRequest(headers));
      assert.equal(answered["Access-Control-Allow-Origin"], allowed);
    });
  }

  it("may send credentials only where its origin is listed", async () => {
    const token = { cors: "clients" } as const;
    const named = await corsOf().headersFor(token, aRequest({ origin: APP }));
    const anyone = corsOf({ allowed_origins: ["*"] });
    const unnamed = await anyone.headersFor(token, aRequest({ origin: MALLORY }));
    assert.equal(named["Access-Control-Allow-Credentials"], "true");
    assert.equal("Access-Control-Allow-Credentials" in unnamed, false);
  });

  it("varies by origin in caches, allowed or not", async () => {
    for (const origin of [APP, PHOTOS, MALLORY, undefined]) {
      const answered = await corsOf().headersFor({ cors: "clients" }, aRequest({ origin }));
      assert.equal(answered["Vary"], "Origin");
    }
  });

  it("without an origin needs no query", () => {
    const answered = corsOf().headersFor({ cors: "clients" }, aRequest({}));
    assert.equal(answered instanceof Promise, false);
  });
});

describe("a preflight", () => {
  const allow = "OPTIONS, POST";
  const ask = (origin: string | undefined) =>
    aRequest({ origin, "access-control-request-method": "POST" });

  const table: [string, Partial<CorsSettings>, Match["cors"], string, string | undefined][] = [
    ["from a listed origin", {}, "clients", APP, APP],
    ["from an origin some client lists", {}, "clients", PHOTOS, PHOTOS],
    ["from an unknown origin", {}, "clients", MALLORY, undefined],
    ["where everyone may call", { allowed_origins: ["*"] }, "clients", MALLORY, "*"],
    ["for the metadata", { enabled: false }, "everyone", MALLORY, "*"],
    ["from a client's origin, not enabled", { enabled: false }, "clients", PHOTOS, PHOTOS],
    ["from a listed origin, not enabled", { enabled: false }, "clients", APP, undefined],
  ];
  for (const [name, changes, cors, origin, allowed] of table) {
    it(`${name} → ${allowed ?? "refused"}`, async () => {
      const answer = await corsOf(changes).preflight({ cors, allow }, ask(origin));
      assert.equal(answer?.status, 204);
      assert.equal(answer.headers["Access-Control-Allow-Origin"], allowed);
      assert.equal("Access-Control-Allow-Methods" in answer.headers, allowed !== undefined);
    });
  }

  it("gets the allowed methods and headers, and for how long they may be cached", async () => {
    const answer = await corsOf().preflight({ cors: "clients", allow }, ask(APP));
    assert.equal(answer?.headers["Access-Control-Allow-Methods"], "POST, GET");
    assert.equal(answer?.headers["Access-Control-Allow-Headers"], "Authorization, Content-Type");
    assert.equal(answer?.headers["Access-Control-Max-Age"], "600");
  });

  it("may be for every method where clients register, and for reading alone elsewhere", async () => {
    const methodsOf = async (allowed: string) => {
      const answer = await corsOf().preflight({ cors: "everyone", allow: allowed }, ask(MALLORY));
      return answer?.headers["Access-Control-Allow-Methods"];
    };
    assert.equal(await methodsOf("OPTIONS, POST"), "GET, POST, PUT, DELETE");
    assert.equal(await methodsOf("DELETE, GET, HEAD, OPTIONS, PUT"), "GET, POST, PUT, DELETE");
    assert.equal(await methodsOf("GET, HEAD, OPTIONS"), "GET, HEAD");
  });

  it("is not recognised without an origin, without a method, or where no script may call", () => {
    assert.equal(corsOf().preflight({ cors: "clients", allow }, ask(undefined)), undefined);
    assert.equal(
      corsOf().preflight({ cors: "clients", allow }, aRequest({ origin: APP })),
      undefined,
    );
    const admin = createCors({ settings: { ...settings, enabled: false } });
    assert.equal(admin.preflight({ cors: "none", allow }, ask(APP)), undefined);
    assert.equal(corsOf().preflight({ cors: "none", allow }, ask(APP)), undefined);
  });
});
