import assert from "node:assert/strict";
import { test } from "node:test";
import { type ProfileName, signingAlgorithmUnder } from "./profile.ts";

const table: [ProfileName, alg: string, signs: string][] = [
  ["compatible", "RS256", "RS256"],
  ["oauth2.1", "RS256", "RS256"],
  ["fapi2", "RS256", "ES256"],
  ["fapi2", "RS512", "ES256"],
  ["fapi2", "PS256", "PS256"],
  ["fapi2", "EdDSA", "EdDSA"],
  ["fapi2-message-signing", "RS256", "ES256"],
];

for (const [profile, alg, signs] of table) {
  test(`FAPI 2.0 Security Profile §5.4.1: under ${profile}, ${alg} is signed as ${signs}`, () => {
    assert.equal(signingAlgorithmUnder(profile, alg), signs);
  });
}
