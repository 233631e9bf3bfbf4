import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../../server/test/support/properties.ts";
import { type BasicCredentials, parseBasicCredentials } from "./basic-credentials.ts";

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

function pair(client_id: string, client_secret: string): BasicCredentials {
  return { client_id, client_secret };
}

const photos = pair("photos", "smile");

describe("RFC 7617: credentials that can be read", () => {
  const table: [title: string, authorization: string, candidates: BasicCredentials[]][] = [
    ["as they are", basic("photos:smile"), [photos]],
    ["in any case", basic("photos:smile").replace("Basic", "bASIC"), [photos]],
    ["after several spaces", basic("photos:smile").replace(" ", "   "), [photos]],
    ["without padding", basic("photos:smiles").replaceAll("=", ""), [pair("photos", "smiles")]],
    ["a colon in the secret", basic("photos:sm:ile"), [pair("photos", "sm:ile")]],
    ["beyond ASCII", basic("photos:käse📷"), [pair("photos", "käse📷")]],
    [
      "a UUID with every sign escaped",
      basic("1f2e%2D0000:a%5Fb"),
      [pair("1f2e%2D0000", "a%5Fb"), pair("1f2e-0000", "a_b")],
    ],
    ["a plus for a space", basic("photos:a+b"), [pair("photos", "a+b"), pair("photos", "a b")]],
    ["an escape that is none", basic("photos:100%"), [pair("photos", "100%")]],
    ["an escape that is not UTF-8", basic("photos:%ff"), [pair("photos", "%ff")]],
    ["an escaped NUL", basic("photos:%00"), [pair("photos", "%00")]],
  ];
  for (const [title, authorization, candidates] of table) {
    it(title, () => {
      assert.deepEqual(parseBasicCredentials(authorization), { ok: true, value: candidates });
    });
  }
});

describe("RFC 7617: credentials that cannot be read", () => {
  const table: [title: string, authorization: string | undefined][] = [
    ["none", undefined],
    ["an empty header", ""],
    ["a bearer token", "Bearer lk_wat_alice"],
    ["a bearer token that looks like Basic", basic("photos:smile").replace("Basic", "Bearer")],
    ["the scheme alone", "Basic "],
    ["no base64", "Basic ?!"],
    ["base64url", `Basic ${Buffer.from("photos:???>>>").toString("base64url")}`],
    ["base64 cut short", "Basic cGhvdG9zO"],
    ["base64 with bits to spare", "Basic cGhvdG9zOnNtaWxlcx=="],
    ["too much padding", `${basic("photos:smile")}=`],
    ["two headers in one", `${basic("photos:smile")}, ${basic("mallory:smile")}`],
    ["no colon", basic("photos")],
    ["no client_id", basic(":smile")],
    ["no secret", basic("photos:")],
    ["bytes that are not UTF-8", `Basic ${Buffer.from([0x70, 0x3a, 0xff]).toString("base64")}`],
    ["a NUL, which cannot be stored", basic("photos\0:smile")],
    ["a line break", basic("photos:smile\n")],
  ];
  for (const [title, authorization] of table) {
    it(`${title} → invalid_client`, () => {
      const read = parseBasicCredentials(authorization);
      assert.equal(read.ok ? undefined : read.error.code, "invalid_client");
    });
  }

  it("no header makes the reader throw", () => {
    const header = fc.oneof(
      fc.string(),
      fc.string().map(basic),
      fc.uint8Array().map((bytes) => `Basic ${Buffer.from(bytes).toString("base64")}`),
    );
    assertProperty(
      fc.property(header, (text) => typeof parseBasicCredentials(text).ok === "boolean"),
    );
  });

  it("form-encoded credentials are decoded", () => {
    const half = fc.string({ minLength: 1, unit: "grapheme-ascii" });
    assertProperty(
      fc.property(half, half, (client_id, client_secret) => {
        const sent = basic(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`);
        const read = parseBasicCredentials(sent);
        assert.ok(read.ok);
        assert.deepEqual(read.value.at(-1), pair(client_id, client_secret));
      }),
    );
  });
});
