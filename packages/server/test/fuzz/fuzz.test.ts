import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import type { Response } from "../../src/http/response.ts";
import { emptyPostgres } from "../support/postgres.ts";
import { assertProperty } from "../support/properties.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { fieldsOf } from "../operations/refusal.ts";
import { aftermath, anyShot, photos, type Shot } from "./requests.ts";

const AT_ONCE = 20;

test("random requests: never our failure, never our insides", async () => {
  await shootAt(await startTestServer({ "serve.public.cors.enabled": true }), { volleys: 40 });
});

test("random requests on PostgreSQL, which takes offence where SQLite does not", async () => {
  await shootAt(await startTestServer({ dsn: await emptyPostgres() }), { volleys: 15 });
});

test("random requests with internal errors exposed: debug is all that joins", async () => {
  const server = await startTestServer({ "oauth2.expose_internal_errors": true });
  await shootAt(server, { volleys: 5, extra: ["debug"] });
});

interface Shooting {
  /** In `npm test`. */
  readonly volleys: number;
  /** Fields that errors have beside those of all. */
  readonly extra?: readonly string[];
}

async function shootAt(target: TestServer, { volleys, extra = [] }: Shooting): Promise<void> {
  await target.latchkey.createOAuth2Client({
    body: { ...photos, grant_types: ["client_credentials"] },
  });
  const shoot = async (shot: Shot): Promise<void> => {
    const answer = await target.server[shot.listener](shot);
    verify(shot, answer, extra, () => describeShot(shot, answer, target));
  };
  const volley = fc.array(anyShot, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(volley, async (shots) => {
    // Together, so that they get in one another's way; then a look at what they left behind.
    await Promise.all(shots.map(shoot));
    await Promise.all(aftermath.map(shoot));
  });
  await assertProperty(property, { cases: volleys, keepsState: true });
}

const FIELDS = ["error", "error_description", "status_code"];
/** OpenID CIBA Core §13: its errors have no `status_code`. */
const PLAIN_ERRORS = /^\/oauth2\/bc-authorize\/?(\?|$)/;
/** Paths that users open in a browser, where errors are pages. */
const PAGES =
  /^\/(oauth2\/(auth|device\/verify|sessions\/logout)|login|consent|logout|approve|device(\/\w+)?)\/?(\?|$)/;
const INSIDES =
  /\.[jt]s:\d|node:|\/packages\/|node_modules|sqlite|postgres|syntax error|TypeError|\bat async\b/i;

function verify(
  { target }: Shot,
  { status, headers, body }: Response,
  extra: readonly string[],
  message: () => string,
): void {
  const must = (holds: boolean): void => {
    if (!holds) assert.fail(message());
  };
  const named = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  must(status < 500);
  must(named.size === Object.keys(headers).length); // One header under two spellings is sent twice.
  must(/^[\w.-]{1,128}$/.test(String(named.get("x-request-id"))));
  must(![...named.values()].flat().some((value) => /[\r\n\0]/.test(value)));
  if (status < 400) return;

  must(!INSIDES.test(body));
  if (String(named.get("content-type")).startsWith("text/html")) return must(PAGES.test(target));
  const refusal = fieldsOf(JSON.parse(body));
  const fields = Object.keys(refusal).filter((field) => !extra.includes(field));
  if (PLAIN_ERRORS.test(target) && !fields.includes("status_code"))
    return must(fields.toSorted().join() === FIELDS.slice(0, 2).join());
  must(fields.toSorted().join() === FIELDS.join());
  must(refusal["status_code"] === status);
}

/** What went wrong, with what the server's own log says of it. */
function describeShot(
  shot: Shot,
  { status, headers, body }: Response,
  { server, lines }: TestServer,
): string {
  server.context.log.flush();
  const requestId = String(headers["X-Request-Id"]);
  const logged = lines
    .join("")
    .split("\n")
    .filter((line) => line.includes(requestId));
  const asked = `${shot.listener} ${shot.method} ${shot.target.slice(0, 300)}`;
  return [asked, status, JSON.stringify(headers), body.slice(0, 300), ...logged].join("\n");
}
