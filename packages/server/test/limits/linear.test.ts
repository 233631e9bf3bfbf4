import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTracing } from "@latchkey/opentelemetry";
import { chooseLocale, readCookies } from "@latchkey/sign-in";
import { findViolation } from "../../src/json-schema/validator.ts";
import { backoffKeys } from "../../../identity/src/rules/sign-in-backoff.ts";
import { parseClaims } from "../../src/oauth/claims-parameter.ts";
import { parseAuthorizationDetails } from "../../src/oauth/authorization-details/parse-details.ts";
import { isReduction } from "../../src/oauth/authorization-details/reduction.ts";
import { parseBasicCredentials } from "../../src/oauth/client/credentials.ts";
import { parseAudience } from "../../src/oauth/audience.ts";
import { parseOrigins } from "../../src/oauth/client/cors-origins.ts";
import { parseDistinguishedName } from "../../src/oauth/binding/distinguished-name.ts";
import { parseAccessToken } from "../../src/oauth/bearer-token.ts";
import { quote } from "../../src/oauth/oauth-error.ts";
import { isRedirectUri, matchRedirectUri } from "../../src/oauth/redirect-uri.ts";
import { impliedResponseMode } from "../../src/oauth/response-type.ts";
import { parseScope, scopeMatches } from "../../src/oauth/scope.ts";
import { isJwe } from "../../src/crypto/jwe.ts";
import { decodeJwt } from "../../src/crypto/jwt.ts";
import { splitTarget } from "../../src/http/exchange.ts";
import { parseForm } from "../../src/http/form.ts";
import { isHost } from "../../src/http/host.ts";
import { mediaTypeOf } from "../../src/http/media-type.ts";
import { urlEncodedFormOf } from "../../src/http/multipart.ts";
import { requestIdOf } from "../../src/http/request-id.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { maskUrl, scrub, secretsIn, showParameters } from "../../src/telemetry/mask-request.ts";
import { readParameters } from "../../src/inspector/read-parameters.ts";
import { callerAddress } from "../../src/limits/caller-address.ts";
import { nestsDeeperThan } from "../../src/limits/json-depth.ts";
import { readNetworks } from "../../src/limits/networks.ts";
import { findExcess } from "../../src/limits/parameters.ts";
import { audienceMatches } from "../../src/oauth/audience.ts";

const limits = {
  parameters: 1e9,
  parameter_length: 64,
  token_length: 1e9,
  scopes: 1e9,
  audiences: 1e9,
  values: 1e9,
};
const isTrusted = readNetworks(["10.0.0.0/8"]);
const noFields = { get: () => undefined, getAll: () => [], repeated: [], names: [] };

const DISPOSITION = "Content-Disposition: form-data";
const PART = `--x\r\n${DISPOSITION}; name=a\r\n\r\n`;

const tracing = await openTracing({
  endpoint: "http://127.0.0.1:1",
  headers: {},
  service_name: "latchkey",
  sampling_ratio: 0,
  version: "v1",
  instance_id: "one",
  log: createLog({ level: "error", format: "json", write: () => {} }),
  spans: { delivered: { add() {} }, dropped: { add() {} } },
});
after(() => tracing.close());

/** Everything that reads the text of a request, with text that would be slow to read if it could be. */
const parsers: [what: string, text: (n: number) => string, read: (text: string) => unknown][] = [
  ["the mask, of beginnings of JWTs", (n) => "eyJ".repeat(n), (text) => scrub(text, [])],
  ["the mask, of JWTs that end early", (n) => "eyJa.".repeat(n), (text) => scrub(text, [])],
  ["the mask, of our prefixes", (n) => "lk_a_".repeat(n), (text) => scrub(text, [])],
  ["the mask, of names without an end", (n) => "lk_aaaaaa".repeat(n), (text) => scrub(text, [])],
  ["the mask of a scope", (n) => "eyJ ".repeat(n), (text) => showParameters([["scope", text]])],
  ["the mask of a URL", (n) => `https://x.example/?${"a=eyJ&".repeat(n)}`, maskUrl],
  [
    "the mask of secrets",
    (n) => "state=secret&".repeat(n),
    (text) => scrub("a sentence", secretsIn([...new URLSearchParams(text)].slice(0, 100))),
  ],
  [
    "the inspector's parameters",
    (n) => "a=b&".repeat(n),
    (text) =>
      readParameters({
        method: "POST",
        path: "/",
        search: "",
        query: new URLSearchParams(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: text,
        request_id: "",
        address: "",
        received_at_ms: 0,
      }),
  ],
  ["JSON of lists", (n) => "[".repeat(n), (text) => nestsDeeperThan(1e9, text)],
  ["JSON of backslashes", (n) => `"${"\\".repeat(n)}`, (text) => nestsDeeperThan(64, text)],
  ["a host", (n) => `${"a".repeat(n)} `, isHost],
  ["a host of escapes", (n) => `${"%41".repeat(n)}%`, isHost],
  ["scopes that differ", words, parseScope],
  ["a scope of dots", (n) => ".".repeat(n), (text) => scopeMatches("wildcard", ["a.*"], text)],
  ["audiences", words, (text) => parseAudience([text])],
  ["an audience of slashes", (n) => "/".repeat(n), (text) => audienceMatches(["https://x"], text)],
  ["a climbing audience", (n) => "/.%2".repeat(n), (text) => audienceMatches(["https://x"], text)],
  ["a multipart form", (n) => `${PART}1\r\n`.repeat(n) + "--x--", multipart],
  ["a multipart form of delimiters", (n) => "\r\n--x".repeat(n), multipart],
  ["a multipart form of headers", (n) => `--x${"\r\nA: b".repeat(n)}\r\n\r\n--x--`, multipart],
  ["a multipart form of names", (n) => `--x\r\n${DISPOSITION}${"; name=".repeat(n)}`, multipart],
  [
    "a boundary",
    (n) => `multipart/form-data${"; ".repeat(n)}boundary=x`,
    (type) => urlEncodedFormOf({ headers: { "content-type": type }, body: `${PART}--x--` }),
  ],
  ["a multipart value", (n) => "\r\n-".repeat(n), (text) => multipart(`${PART}${text}\r\n--x--`)],
  [
    "an origin",
    (n) => `https://${"a-".repeat(n)}`,
    (text) => parseOrigins(["https://*a.example", "https://**a**"]).includes(text),
  ],
  ...["*", "**"].map((star): (typeof parsers)[number] => [
    `an origin pattern of ${star}`,
    (n) => `https://${`${star}a`.repeat(n / 10)}b`,
    (pattern) => parseOrigins([pattern]).includes(`https://${"a".repeat(280)}`),
  ]),
  [
    "an origin below a pattern",
    (n) => `https://${"a.".repeat(Math.min(n, 140))}`,
    (text) => parseOrigins(["https://a-*.*.*.example"]).includes(text),
  ],
  ["a form of many fields", (n) => "a=b&".repeat(n), parseForm],
  ["a form of different fields", (n) => words(n).replaceAll(" ", "=1&"), parseForm],
  ["a form of escapes", (n) => `a=${"%41".repeat(n)}`, parseForm],
  ["a form without ends", (n) => "=".repeat(n), parseForm],
  ["limits of a form", (n) => "scope=a+b&".repeat(n), (text) => findExcess(text, limits)],
  [
    "limits of a list",
    (n) => `scope=${"a+".repeat(n)}`,
    (text) => findExcess(text, { ...limits, parameter_length: 1e9 }),
  ],
  ["cookies", (n) => "a=b; ".repeat(n), readCookies],
  ["Basic credentials", (n) => `Basic ${"YTpi".repeat(n)}`, parseBasicCredentials],
  ["Basic with spaces", (n) => `Basic ${" ".repeat(n)}`, parseBasicCredentials],
  [
    "a bearer token with spaces",
    (n) => `Bearer ${" ".repeat(n)}a${" ".repeat(n)}b`,
    (authorization) =>
      parseAccessToken({ authorization, query: new URLSearchParams(), form: noFields }),
  ],
  ["a distinguished name", (n) => "CN=a,".repeat(n), parseDistinguishedName],
  ["a distinguished name of spaces", (n) => `CN=${" ".repeat(n)}`, parseDistinguishedName],
  [
    "a distinguished name of escapes",
    (n) => `CN=${String.raw`\,`.repeat(n)}`,
    parseDistinguishedName,
  ],
  [
    "a list in a detail, reduced",
    numbers,
    (text) => {
      const l: unknown = JSON.parse(text);
      assert.ok(Array.isArray(l));
      return isReduction({ l: l.toReversed() }, { l }, ["/l"]);
    },
  ],
  [
    "a list in a detail, of which no entry may be repeated",
    numbers,
    (text) => findViolation({ properties: { l: { uniqueItems: true } } }, { l: JSON.parse(text) }),
  ],
  ["authorization details", (n) => `[{"type":"t","l":${numbers(n)}}]`, parseAuthorizationDetails],
  ["requested claims", (n) => `{"userinfo":{${'"a":null,'.repeat(n)}"b":null}}`, parseClaims],
  ["a JWE", (n) => "a.".repeat(n), isJwe],
  ["a JWT of dots", (n) => ".".repeat(n), decodeJwt],
  ["a JWT of a long claim", (n) => `e30.${"YWFh".repeat(n)}.`, decodeJwt],
  [
    "a redirect URI",
    (n) => `http://127.0.0.1:${"1".repeat(n)}`,
    (text) => matchRedirectUri({ redirect_uris: ["http://127.0.0.1/cb"] }, text),
  ],
  ["a URI", (n) => `https://x/${"/..".repeat(n)}`, isRedirectUri],
  ["a response type", (n) => "id_token ".repeat(n), impliedResponseMode],
  ["a quoted text", (n) => "\u{1F511}".repeat(n), quote],
  ["a request target", (n) => `/?${"?".repeat(n)}`, splitTarget],
  ["a content type", (n) => " ".repeat(n), mediaTypeOf],
  ["a request id", (n) => "a".repeat(n), requestIdOf],
  ["a traceparent", (n) => `00-${"a".repeat(n)}`, extractTrace("traceparent")],
  ["a baggage", (n) => "a=1,".repeat(n), extractTrace("baggage")],
  ["languages", (n) => "de;q=0.1,".repeat(n), (text) => chooseLocale(undefined, text)],
  ["a username", (n) => " A".repeat(n), (text) => backoffKeys(text, undefined)],
  [
    "forwarded addresses",
    (n) => "10.0.0.1,".repeat(n),
    (text) => callerAddress("10.0.0.1", { "x-forwarded-for": text }, isTrusted),
  ],
  [
    "a Forwarded header",
    (n) => 'for="'.repeat(n),
    (forwarded) => callerAddress("10.0.0.1", { forwarded }, isTrusted),
  ],
];

/** Reads the text as a header that may name the caller's span. */
function extractTrace(header: string): (text: string) => unknown {
  return (text) =>
    tracing.serve({ headers: { [header]: text }, kind: "server", outcome: () => ({}) }, () => {});
}

function multipart(body: string): string | undefined {
  return urlEncodedFormOf({ headers: { "content-type": "multipart/form-data; boundary=x" }, body });
}

function numbers(n: number): string {
  return JSON.stringify(Array.from({ length: n }, (_, index) => index));
}

function words(n: number): string {
  return Array.from({ length: n }, (_, index) => `w${index}`).join(" ");
}

for (const [what, textOf, read] of parsers) {
  test(`${what}: ten times the text takes about ten times as long`, () => {
    const [short, long] = [textOf(SIZE), textOf(10 * SIZE)];
    for (let attempt = 1; ; attempt += 1) {
      const growth =
        fastest(() => read(long)) /
        Math.max(
          fastest(() => read(short)),
          NOISE_MS,
        );
      if (growth < 50) return; // Ten times is linear, a hundred times is quadratic.
      assert.ok(attempt < 12, `it takes ${Math.round(growth)} times as long`);
    }
  });
}

const SIZE = 3_000;
/** Below this a reading says more about the machine than about the parser. */
const NOISE_MS = 0.02;

/** The fastest of a few runs: whatever else the machine does only makes runs slower. */
function fastest(run: () => unknown): number {
  let best = Infinity;
  for (let round = 0; round < 7; round += 1) {
    const started = performance.now();
    run();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
