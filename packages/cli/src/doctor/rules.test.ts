import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { JsonWebKey, WellKnown } from "@latchkey/api";

import { judgeApp } from "./app.ts";
import type { TlsEvidence } from "./certificate.ts";
import { judgeClock } from "./clock.ts";
import { judgeCookies } from "./cookies.ts";
import { judgeCors, STRANGER } from "./cors.ts";
import { outcomeOf } from "./doctor.ts";
import { judgeExposure } from "./exposure.ts";
import type { Finding } from "./finding.ts";
import { judgeIssuer } from "./issuer.ts";
import { judgeKeys } from "./keys.ts";
import { judgeTls } from "./tls.ts";

const ISSUER = "https://auth.example";
const NOW = Date.parse("2026-06-01T12:00:00Z");
const DAY = 86_400_000;

type Row = readonly [
  what: string,
  found: Finding | readonly Finding[],
  outcome: Finding["outcome"],
  says: RegExp,
];

function discoveryOf(members: Partial<WellKnown> = {}): WellKnown {
  return {
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/.well-known/jwks.json`,
    token_endpoint: `${ISSUER}/oauth2/token`,
    ...members,
  };
}

const issuers: readonly Row[] = [
  ["found where it says", judgeIssuer(ISSUER, discoveryOf()), "good", /tokens say https:\/\/auth/],
  [
    "with a slash at the end",
    judgeIssuer(ISSUER, discoveryOf({ issuer: `${ISSUER}/` })),
    "good",
    /say/,
  ],
  ["found elsewhere", judgeIssuer("https://sso.example", discoveryOf()), "bad", /Clients compare/],
  [
    "in the clear",
    judgeIssuer("http://auth.example", discoveryOf({ issuer: "http://auth.example" })),
    "bad",
    /is not https/,
  ],
  [
    "in the clear on this machine",
    judgeIssuer("http://127.0.0.1:4444", {
      issuer: "http://127.0.0.1:4444",
      jwks_uri: "http://127.0.0.1:4444/.well-known/jwks.json",
      token_endpoint: "http://127.0.0.1:4444/oauth2/token",
    }),
    "good",
    /say/,
  ],
  [
    "with an endpoint elsewhere",
    judgeIssuer(ISSUER, discoveryOf({ token_endpoint: "http://10.0.0.7:4444/oauth2/token" })),
    "warning",
    /token_endpoint is http:\/\/10/,
  ],
  [
    "with introspection on the admin listener",
    judgeIssuer(ISSUER, discoveryOf({ introspection_endpoint: "http://10.0.0.7:4445/x" })),
    "good",
    /say/,
  ],
];

function certificate(
  members: Partial<Extract<TlsEvidence, { kind: "certificate" }>> = {},
): TlsEvidence {
  return {
    kind: "certificate",
    protocol: "TLSv1.3",
    distrusted: undefined,
    valid_from_ms: NOW - 30 * DAY,
    valid_to_ms: NOW + 60 * DAY,
    ...members,
  };
}

const handshakes: readonly Row[] = [
  ["a good certificate", judgeTls(ISSUER, certificate(), NOW), "good", /60 more days \(TLSv1\.3\)/],
  [
    "13 days left",
    judgeTls(ISSUER, certificate({ valid_to_ms: NOW + 13 * DAY }), NOW),
    "warning",
    /in 13 days/,
  ],
  [
    "14 days left",
    judgeTls(ISSUER, certificate({ valid_to_ms: NOW + 14 * DAY }), NOW),
    "good",
    /14 more/,
  ],
  [
    "expired",
    judgeTls(ISSUER, certificate({ valid_to_ms: NOW - 2 * DAY }), NOW),
    "bad",
    /expired 2 days ago/,
  ],
  [
    "from tomorrow",
    judgeTls(ISSUER, certificate({ valid_from_ms: NOW + DAY }), NOW),
    "bad",
    /not valid yet/,
  ],
  [
    "self-signed",
    judgeTls(ISSUER, certificate({ distrusted: "DEPTH_ZERO_SELF_SIGNED_CERT" }), NOW),
    "bad",
    /vouches/,
  ],
  [
    "self-signed on this machine",
    judgeTls("https://localhost:4444", certificate({ distrusted: "SELF_SIGNED" }), NOW),
    "skipped",
    /vouches/,
  ],
  [
    "no handshake",
    judgeTls(ISSUER, { kind: "failed", why: "reset" }, NOW),
    "bad",
    /comes about: reset/,
  ],
  ["in the clear", judgeTls("http://auth.example", { kind: "clear" }, NOW), "bad", /in the clear/],
  [
    "in the clear here",
    judgeTls("http://localhost", { kind: "clear" }, NOW),
    "good",
    /none is needed/,
  ],
];

const dated = (seconds: number) => ({
  date: new Date(NOW + seconds * 1000).toUTCString(),
  sent_at_ms: NOW,
  received_at_ms: NOW + 200,
});

const clocks: readonly Row[] = [
  ["the same", judgeClock(dated(0)), "good", /agree/],
  ["a second cut off", judgeClock(dated(-1)), "good", /agree/],
  ["10 s fast", judgeClock(dated(10)), "warning", /10 s apart/],
  ["10 s slow", judgeClock(dated(-11)), "warning", /10 s apart/],
  ["an hour slow", judgeClock(dated(-3_601)), "bad", /3600 s apart\. Tokens seem expired/],
  ["no Date", judgeClock({ ...dated(0), date: null }), "skipped", /no Date/],
];

const cookies: readonly Row[] = [
  [
    "as they should be",
    judgeCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Lax"]),
    "good",
    /Secure, HttpOnly and SameSite=Lax/,
  ],
  ["none", judgeCookies(ISSUER, []), "bad", /set no cookie/],
  ["not Secure", judgeCookies(ISSUER, ["a=b; HttpOnly; SameSite=Lax"]), "bad", /a is not Secure/],
  [
    "Secure over http",
    judgeCookies("http://127.0.0.1", ["a=b; Secure; HttpOnly; SameSite=Lax"]),
    "bad",
    /browsers drop it/,
  ],
  [
    "None without Secure",
    judgeCookies("http://127.0.0.1", ["a=b; HttpOnly; SameSite=None"]),
    "bad",
    /None without Secure/,
  ],
  [
    "Strict",
    judgeCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Strict"]),
    "bad",
    /come back from the login app/,
  ],
  ["without SameSite", judgeCookies(ISSUER, ["a=b; Secure; HttpOnly"]), "warning", /no SameSite/],
  ["open to scripts", judgeCookies(ISSUER, ["a=b; Secure; SameSite=Lax"]), "bad", /not HttpOnly/],
  [
    "one of two bad",
    judgeCookies(ISSUER, ["a=b; Secure; HttpOnly; SameSite=Lax", "c=d; HttpOnly; SameSite=Lax"]),
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
const judge = (keys: readonly JsonWebKey[] | undefined, algs = ["RS256"]) =>
  judgeKeys(keys, discoveryOf({ id_token_signing_alg_values_supported: algs }));

const keys: readonly Row[] = [
  ["one that works", judge([rsa]), "good", /A key is published: RS256/],
  ["two", judge([rsa, { ...rsa, kid: "two", alg: "PS256" }]), "good", /2 keys are published/],
  ["unreadable", judge(undefined), "bad", /cannot be read/],
  ["none", judge([]), "bad", /no token can be verified/],
  ["a private one", judge([{ ...rsa, d: "secret" }]), "bad", /private half \(d\)/],
  [
    "a symmetric one",
    judge([{ kty: "oct", kid: "one", alg: "HS256", k: "secret" }], ["HS256"]),
    "bad",
    /private half \(k\)/,
  ],
  [
    "a short one",
    judge([{ ...rsa, n: Buffer.alloc(128, 1).toString("base64url") }]),
    "bad",
    /has 1024 bits/,
  ],
  ["two of one name", judge([rsa, rsa]), "bad", /cannot tell them apart/],
  [
    "one without a name",
    judge([{ kty: rsa.kty, alg: rsa.alg, n: rsa.n, e: rsa.e }]),
    "bad",
    /no kid/,
  ],
  [
    "none of those promised",
    judge([rsa], ["ES256"]),
    "warning",
    /promises ID tokens signed by ES256/,
  ],
];

const cors = (
  discovery: string | null,
  userinfo: string | null,
  credentials: string | null = null,
) => judgeCors({ discovery, userinfo, userinfo_credentials: credentials });

const scripts: readonly Row[] = [
  ["as it should be", cors("*", null), "good", /a stranger's cannot/],
  ["discovery closed", cors(null, null), "warning", /cannot read discovery/],
  ["said twice", cors("*, *", null), "bad", /there twice/],
  ["open to all", cors("*", "*"), "warning", /Every site may call userinfo from/],
  ["open to all with cookies", cors("*", STRANGER, "true"), "bad", /with people's cookies/],
];

const app = (url: string, status: number | undefined) =>
  judgeApp("login", ISSUER, { url, status, why: "connect ECONNREFUSED" });

const apps: readonly Row[] = [
  [
    "a page",
    app("https://login.example/in?login_challenge=x", 200),
    "good",
    /^https:\/\/login\.example\/in answers 200/,
  ],
  ["a redirect", app("https://login.example/in", 302), "good", /302/],
  ["nobody", app("https://login.example/in", undefined), "bad", /Nobody answers.*ECONNREFUSED/],
  ["nothing there", app("https://login.example/in", 404), "bad", /answers 404/],
  ["broken", app("https://login.example/in", 500), "bad", /answers 500/],
  ["in the clear", app("http://login.example/in", 200), "bad", /in the clear/],
  ["on this machine", app("https://localhost/in", 200), "bad", /nobody else can open it/],
];

const doors: readonly Row[] = [
  ["closed", judgeExposure({ public_status: undefined }), "good", /nobody can administer/],
  ["open", judgeExposure({ public_status: 200 }), "bad", /lets anybody administer/],
  ["with a lock", judgeExposure({ public_status: 401 }), "warning", /asks for a key/],
  [
    "open on the port beside",
    judgeExposure({
      public_status: undefined,
      admin_place: "https://auth.example:4445",
      admin_status: 200,
    }),
    "bad",
    /https:\/\/auth\.example:4445 lets anybody/,
  ],
];

const tables = { issuers, handshakes, clocks, cookies, keys, scripts, apps, doors };
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
  const sick: Finding[] = [...warned, { check: "keys", outcome: "bad", says: "", fix: "" }];
  assert.deepEqual(
    [
      outcomeOf([], true),
      outcomeOf(warned, false),
      outcomeOf(warned, true),
      outcomeOf(sick, false),
    ],
    [0, 0, 9, 9],
  );
});
