import assert from "node:assert/strict";
import { test } from "node:test";

import { basic } from "./basic.ts";

const credentials = [
  ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "RFC 7617 §2: its own example"],
  ["test", "123£", "Basic dGVzdDoxMjPCow==", "RFC 7617 §2.1: UTF-8"],
  ["photos", "a:b", "Basic cGhvdG9zOmE6Yg==", "a colon in the secret stays a colon"],
  ["photos", "%41+", "Basic cGhvdG9zOiU0MSs=", "nothing is form-encoded"],
] as const;

for (const [clientId, clientSecret, header, title] of credentials) {
  test(`basic: ${title}`, () => assert.equal(basic(clientId, clientSecret).reveal(), header));
}
