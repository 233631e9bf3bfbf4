import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { JsonWebKey, WellKnown } from "@latchkey/api";

import { checkApp } from "./login-app.ts";
import type { TlsEvidence } from "./certificate.ts";
import { checkClock } from "./clock.ts";
import { checkCookies } from "./cookies.ts";
import { checkCors, UNLISTED_ORIGIN } from "./cors.ts";
import { outcomeOf } from "./doctor.ts";
import { checkExposure } from "./admin-exposure.ts";
import type { Finding } from "./finding.ts";
import { checkIssuer } from "./issuer.ts";
import { checkKeys } from "./keys.ts";
import { checkOutbound } from "./outbound.ts";
import { checkSecrets } from "./secrets.ts";
import { checkSigners } from "./signers.ts";
import { checkTakeover } from "./takeover.ts";
import { checkTls } from "./tls.ts";

const ISSUER = "https://auth.example";
const NOW = Date.parse("2026-06-01T12:00:00Z");
const DAY = 86_400_000;

type Row = readonly [
  what: string,
  found: Finding | readonly Finding[],
  outcome: Finding["outcome"],
  says: RegExp,
];

function discoveryOf(fields: Partial<WellKnown> = {}): WellKnown {
  return {
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    token_endpoint: `${ISSUER}/oauth2/token`,
    ...fields,
  };
}

const issuers: readonly Row[] = [
  ["found where it says", checkIssuer(ISSUER, discoveryOf()), "good", /issuer is https:\/\/auth/],
  [
    "with a slash at the end",
    checkIssuer(ISSUER, discoveryOf({ issuer: `${ISSUER}/` })),
    "good",
    /The issuer is/,
  ],
  ["found elsewhere", checkIssuer("https://sso.example", discoveryOf()), "bad", /Clients reject/],
  [
    "without TLS",
    checkIssuer("http://auth.example", discoveryOf({ issuer: "http://auth.example" })),
    "bad",
    /does not use https/,
  ],
  [
    "in the clear on this machine",
    checkIssuer("http://127.0.0.1:4444", {
      issuer: "http://127.0.0.1:4444",
      jwks_uri: "http://127.0.0.1:4444/.well-known/jwks.json",
      token_endpoint: "http://127.0.0.1:4444/oauth2/token",
    }),
    "good",
    /The issuer is/,
  ],
  [
    "with an endpoint elsewhere",
    checkIssuer(ISSUER, discoveryOf({ token_endpoint: "http://10.0.0.7:4444/oauth2/token" })),
    "warning",
    /token_endpoint is http:\/\/10/,
  ],
];

function certificate(
  fields: Partial<Extract<TlsEvidence, { kind: "certificate" }>> = {},
): TlsEvidence {
  return {
    kind: "certificate",
    protocol: "TLSv1.3",
    distrusted: undefined,
    valid_from_ms: NOW - 30 * DAY,
    valid_to_ms: NOW + 60 * DAY,
    ...fields,
  };
}

const handshakes: readonly Row[] = [
  ["a good certificate", checkTls(ISSUER, certificate(), NOW), "good", /60 more days \(TLSv1\.3\)/],
  [
    "13 days left",
    checkTls(ISSUER, certificate({ valid_to_ms: NOW + 13 * DAY }), NOW),
    "warning",
    /in 13 days/,
  ],
  [
    "14 days left",
    checkTls(ISSUER, certificate({ valid_to_ms: NOW + 14 * DAY }), NOW),
    "good",
    /14 more/,
  ],
  [
    "expired",
    checkTls(ISSUER, certificate({ valid_to_ms: NOW - 2 * DAY }), NOW),
    "bad",
    /expired 2 days ago/,
  ],
  [
    "from tomorrow",
    checkTls(ISSUER, certificate({ valid_from_ms: NOW + DAY }), NOW),
    "bad",
    /not valid yet/,
  ],
  [
    "self-signed",
    checkTls(ISSUER, certificate({ distrusted: "DEPTH_ZERO_SELF_SIGNED_CERT" }), NOW),
    "bad",
    /not trusted/,
  ],
  [
    "self-signed on this machine",
    checkTls("https://localhost:4444", certificate({ distrusted: "SELF_SIGNED" }), NOW),
    "skipped",
    /not trusted/,
  ],
  ["no handshake", checkTls(ISSUER, { kind: "failed", why: "reset" }, NOW), "bad", /failed: reset/],
  [
    "without TLS",
    checkTls("http://auth.example", { kind: "no_tls" }, NOW),
    "bad",
    /does not use TLS|uses http/,
  ],
  [
    "in the clear here",
    checkTls("http://localhost", { kind: "no_tls" }, NOW),
    "good",
    /fine on a loopback/,
  ],
  [
    "in the clear at a name that begins like a loopback address",
    checkTls("http://127.auth.example", { kind: "no_tls" }, NOW),
    "bad",
    /does not use TLS/,
  ],
];

const dated = (seconds: number) => ({
  date: new Date(NOW + seconds * 1000).toUTCString(),
  sent_at_ms: NOW,
  received_at_ms: NOW + 200,
});

const clocks: readonly Row[] = [
  ["the same", checkClock(dated(0)), "good", /agree/],
  ["a second cut off", checkClock(dated(-1)), "good", /agree/],
  ["10 s fast", checkClock(dated(10)), "warning", /differ by 10 s/],
  ["10 s slow", checkClock(dated(-11)), "warning", /differ by 10 s/],
  [
    "an hour slow",
    checkClock(dated(-3_601)),
    "bad",
    /differ by 3600 s\. Tokens will be rejected as expired/,
  ],
  ["no Date", checkClock({ ...dated(0), date: null }), "skipped", /no Date/],
];

const cookies: readonly Row[] = [
  [
    "as they should be",
    checkCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Lax"]),
    "good",
    /Secure, HttpOnly and SameSite=Lax/,
  ],
  ["none", checkCookies(ISSUER, []), "bad", /set no cookie/],
  ["not Secure", checkCookies(ISSUER, ["a=b; HttpOnly; SameSite=Lax"]), "bad", /a is not Secure/],
  [
    "Secure over http",
    checkCookies("http://127.0.0.1", ["a=b; Secure; HttpOnly; SameSite=Lax"]),
    "bad",
    /browsers drop it/,
  ],
  [
    "None without Secure",
    checkCookies("http://127.0.0.1", ["a=b; HttpOnly; SameSite=None"]),
    "bad",
    /None without Secure/,
  ],
  [
    "Strict",
    checkCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Strict"]),
    "bad",
    /redirect from the login app/,
  ],
  ["without SameSite", checkCookies(ISSUER, ["a=b; Secure; HttpOnly"]), "warning", /no SameSite/],
  ["open to scripts", checkCookies(ISSUER, ["a=b; Secure; SameSite=Lax"]), "bad", /not HttpOnly/],
  [
    "one of two bad",
    checkCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Lax", "c=d; HttpOnly; SameSite=Lax"]),
    "bad",
    /c is not Secure/,
  ],
];

const rsa = {
  kty: "RSA",
  kid: "one",
  alg: "RS256",
  n: Buffer.alloc(256, 1).toString("base64url"),
  e: "AQAB",
};
const checkOne = (keys: readonly JsonWebKey[] | undefined, algs = ["RS256"]) =>
  checkKeys(keys, discoveryOf({ id_token_signing_alg_values_supported: algs }));

const keys: readonly Row[] = [
  ["one that works", checkOne([rsa]), "good", /A key is published: RS256/],
  ["two", checkOne([rsa, { ...rsa, kid: "two", alg: "PS256" }]), "good", /2 keys are published/],
  ["unreadable", checkOne(undefined), "bad", /could not be loaded/],
  ["none", checkOne([]), "bad", /no token can be verified/],
  ["a private one", checkOne([{ ...rsa, d: "secret" }]), "bad", /private key \(d\)/],
  ["a private ML-DSA key", checkOne([{ ...rsa, priv: "seed" }]), "bad", /private key \(priv\)/],
  [
    "a symmetric one",
    checkOne([{ kty: "oct", kid: "one", alg: "HS256", k: "secret" }], ["HS256"]),
    "bad",
    /private key \(k\)/,
  ],
  [
    "a short one",
    checkOne([{ ...rsa, n: Buffer.alloc(128, 1).toString("base64url") }]),
    "bad",
    /has 1024 bits/,
  ],
  ["two of one name", checkOne([rsa, rsa]), "bad", /cannot distinguish them/],
  [
    "one without a name",
    checkOne([{ kty: rsa.kty, alg: rsa.alg, n: rsa.n, e: rsa.e }]),
    "bad",
    /no kid/,
  ],
  ["none of those promised", checkOne([rsa], ["ES256"]), "warning", /lists ES256 for ID tokens/],
];

const cors = (
  discovery: string | null,
  userinfo: string | null,
  credentials: string | null = null,
) => checkCors({ discovery, userinfo, userinfo_credentials: credentials });

const scripts: readonly Row[] = [
  ["as it should be", cors("*", null), "good", /unlisted origins cannot/],
  ["discovery closed", cors(null, null), "warning", /cannot read the discovery document/],
  ["said twice", cors("*, *", null), "bad", /sent twice/],
  ["open to all", cors("*", "*"), "warning", /Any origin can call userinfo from/],
  [
    "open to all with cookies",
    cors("*", UNLISTED_ORIGIN, "true"),
    "bad",
    /with the user's cookies/,
  ],
];

const app = (url: string, status: number | undefined) =>
  checkApp("login", ISSUER, { url, status, why: "connect ECONNREFUSED" });

const apps: readonly Row[] = [
  [
    "a page",
    app("https://login.example/in?login_challenge=x", 200),
    "good",
    /^https:\/\/login\.example\/in returns 200/,
  ],
  ["a redirect", app("https://login.example/in", 302), "good", /302/],
  [
    "no response",
    app("https://login.example/in", undefined),
    "bad",
    /No response from.*ECONNREFUSED/,
  ],
  ["not found", app("https://login.example/in", 404), "bad", /returns 404/],
  ["broken", app("https://login.example/in", 500), "bad", /returns 500/],
  ["without TLS", app("http://login.example/in", 200), "bad", /does not use TLS|uses http/],
  ["on this machine", app("https://localhost/in", 200), "bad", /other machines cannot open/],
];

const exposures: readonly Row[] = [
  ["not exposed", checkExposure({ public_status: undefined }), "good", /not reachable/],
  ["exposed", checkExposure({ public_status: 200 }), "bad", /exposes the admin API/],
  [
    "exposed, with API keys",
    checkExposure({ public_status: 401 }),
    "warning",
    /requires an API key/,
  ],
  [
    "open on the port beside",
    checkExposure({
      public_status: undefined,
      admin_place: "https://auth.example:4445",
      admin_status: 200,
    }),
    "bad",
    /https:\/\/auth\.example:4445 exposes the admin API/,
  ],
];

/** The findings about two servers, by known_by, signs_on and the life of each secret. */
const secretsOf = (
  ...secrets: readonly (readonly [known_by: number, signs_on: number, life?: object])[]
) =>
  checkSecrets(
    {
      servers: 2,
      secrets: secrets.map(([known_by, signs_on, life = {}], index) => ({
        fingerprint: `secret-${index}`,
        known_by,
        signs_on,
        ...life,
      })),
    },
    NOW,
  );
const signed_at = "2026-05-01T00:00:00Z";
const needed = { signed_at, needed_until: "2026-07-01T00:00:00Z" };
const over = { signed_at, needed_until: "2026-05-31T00:00:00Z" };

const secrets: readonly Row[] = [
  ["the same everywhere", secretsOf([2, 2, { signed_at }]), "good", /have the same/],
  ["new on one server", secretsOf([2, 2, { signed_at }], [1, 0]), "warning", /1 of 2 servers have/],
  ["new on all servers", secretsOf([2, 2, { signed_at }], [2, 0]), "good", /put it first/],
  [
    "signing where another does not know it",
    secretsOf([2, 1, { signed_at }], [1, 1, { signed_at }]),
    "bad",
    /1 of 2 servers signs with the secret secret-1, which only 1 of them have/,
  ],
  [
    "first on one server, known by both",
    secretsOf([2, 1, { signed_at }], [2, 1, { signed_at }]),
    "warning",
    /under way/,
  ],
  ["old and needed", secretsOf([2, 2, { signed_at }], [2, 0, needed]), "good", /until 2026-07-01/],
  [
    "old and not needed",
    secretsOf([2, 2, { signed_at }], [2, 0, { ...over, values: 0, position: 2 }]),
    "good",
    /secret-1 \(number 2 of the list\) .* no longer needed: .* Remove secret-1 from secrets.system/,
  ],
  [
    "old, with values that are sealed with it",
    secretsOf([2, 2, { signed_at }], [2, 0, { ...over, values: 3 }]),
    "good",
    /; 3 stored values are still sealed with it, .* nothing that it signed is valid\.$/,
  ],
  [
    "old, with values that were not counted",
    secretsOf([2, 2, { signed_at }], [2, 0, over]),
    "good",
    /are not counted yet/,
  ],
  ["removed too early", secretsOf([2, 2], [1, 0, needed]), "warning", /only 1 of 2 servers have/],
  ["without an end", secretsOf([2, 2], [2, 0, { signed_at }]), "good", /without an end/],
];

const done = { state: "done", source: "Ory Hydra 1.9 on SQLite", live_tokens: 7 } as const;
const takenSecrets = { servers: 2, secrets: [{ fingerprint: "old", known_by: 2, signs_on: 0 }] };
const signers: readonly Row[] = [
  [
    "that respond",
    checkSigners([{ name: "hsm", state: "ready", keys: [] }]),
    "good",
    /The signer hsm responds and has 0 usable keys/,
  ],
  [
    "that do not",
    checkSigners([
      { name: "kms", state: "ready", keys: [] },
      { name: "hsm", state: "unavailable", problem: "The signer hsm failed: gone", keys: [] },
    ]),
    "bad",
    /The signer hsm failed: gone/,
  ],
];

const takeovers: readonly Row[] = [
  [
    "under way",
    checkTakeover({ ...done, state: "under_way" }),
    "warning",
    /from Ory Hydra 1.9 on SQLite has not come to its end/,
  ],
  [
    "followed",
    checkTakeover({ ...done, state: "under_way", followed_at: signed_at }, Date.parse(signed_at)),
    "good",
    /follows Ory Hydra 1.9 on SQLite: what that server had at 2026-05-01/,
  ],
  [
    "followed until ten minutes ago",
    checkTakeover(
      { ...done, state: "under_way", followed_at: signed_at },
      Date.parse(signed_at) + 600_001,
    ),
    "warning",
    /has not followed it since 2026-05-01/,
  ],
  [
    "whose source is away",
    checkTakeover(
      { ...done, state: "under_way", followed_at: signed_at, failing_since: signed_at },
      Date.parse(signed_at),
    ),
    "warning",
    /has not followed it since 2026-05-01/,
  ],
  ["with tokens that do not expire", checkTakeover(done), "good", /7 codes.*do not expire/],
  [
    "with an end",
    checkTakeover({ ...done, needed_until: signed_at, live_tokens: 100_000 }),
    "good",
    /100,000 or more codes.*expires at 2026-05-01/,
  ],
  [
    "with registration access tokens",
    checkTakeover({ ...done, needed_until: signed_at, registration_tokens: 19 }),
    "good",
    /expires at 2026-05-01.* registration access tokens do not expire \(19\)/,
  ],
  [
    "whose secret never signed here",
    checkSecrets(takenSecrets, NOW, { ...done, needed_until: signed_at }),
    "good",
    /The secret old has signed nothing here; .* until 2026-05-01/,
  ],
  [
    "whose secret is missing on a server",
    checkSecrets({ ...takenSecrets, servers: 3 }, NOW, done),
    "warning",
    /Only 2 of 3 servers have it/,
  ],
];

it("doctor finds nothing of a takeover where nothing is left", () => {
  assert.deepEqual(checkTakeover(undefined), []);
  assert.deepEqual(checkTakeover({ state: "none", live_tokens: 0 }), []);
});

const tables = {
  issuers,
  handshakes,
  clocks,
  cookies,
  keys,
  secrets,
  signers,
  takeovers,
  scripts,
  apps,
  exposures,
};
for (const [subject, rows] of Object.entries(tables)) {
  describe(`doctor on ${subject}`, () => {
    for (const [what, found, outcome, says] of rows) {
      it(`${what} → ${outcome}`, () => {
        const worst = [found].flat().find((finding) => finding.outcome === outcome);
        assert.match(worst?.says ?? "", says);
        if (outcome === "good")
          assert.deepEqual(
            [found].flat().map((one) => one.outcome),
            ["good"],
          );
        else assert.match(worst?.fix ?? "", /\w+.*\.?$/);
      });
    }
  });
}

it("the exit code is that of the worst finding, and warnings count with --strict", () => {
  const warned: Finding[] = [{ check: "tls", outcome: "warning", says: "", fix: "" }];
  const unhealthy: Finding[] = [...warned, { check: "keys", outcome: "bad", says: "", fix: "" }];
  assert.deepEqual(
    [
      outcomeOf([], true),
      outcomeOf(warned, false),
      outcomeOf(warned, true),
      outcomeOf(unhealthy, false),
    ],
    [0, 0, 9, 9],
  );
});

describe("the check outbound", () => {
  const refused = {
    holder: "client photos",
    field: "jwks_uri",
    url: "http://keys.internal/jwks",
    reason: "The URL must begin with https:, not with http:.",
    can_be_allowed: true,
  };
  const setting = 'outbound.allow: ["http://keys.internal"]';

  it("has no findings where there are no URLs, or the server was not asked", () => {
    assert.deepEqual(checkOutbound(undefined), []);
    assert.deepEqual(checkOutbound({ checked: 0, refused: [] }), []);
  });

  it("is good where all can be reached", () => {
    assert.equal(checkOutbound({ checked: 2, refused: [] })[0]?.outcome, "good");
  });

  it("is bad where a line of the settings is missing, and names it", () => {
    const [found] = checkOutbound({ checked: 2, refused: [refused], setting });
    assert.equal(found?.outcome, "bad");
    assert.match(found.says, /jwks_uri of the client photos fail: http:\/\/keys\.internal\/jwks\./);
    assert.ok(found.fix?.includes(setting));
  });

  it("warns of what no setting helps", () => {
    const lost = { ...refused, can_be_allowed: false };
    assert.equal(checkOutbound({ checked: 2, refused: [lost] })[0]?.outcome, "warning");
  });

  it("names the first fifty, and counts the rest", () => {
    const many = Array.from({ length: 60 }, () => refused);
    const findings = checkOutbound({ checked: 60, refused: many, setting });
    assert.equal(findings.length, 51);
    assert.match(findings.at(-1)?.says ?? "", /^10 more/);
  });
});
