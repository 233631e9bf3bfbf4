import assert from "node:assert/strict";
import { test } from "node:test";

import { basic, bearer } from "./authorization.ts";

const credentials = [
  ["s6BhdRkqt3", "gX1fBat3bV", "s6BhdRkqt3:gX1fBat3bV", "RFC 6749 §2.3.1: letters and digits"],
  ["photos", " %&+£€", "photos:+%25%26%2B%C2%A3%E2%82%AC", "RFC 6749 Appendix B: its own example"],
  ["urn:photos:1", "a:b", "urn%3Aphotos%3A1:a%3Ab", "a colon in either part"],
  ["100%", "%41", "100%25:%2541", "a per cent sign in either part"],
  [
    "bücher",
    "пароль🔑",
    encodeURIComponent("bücher") + ":" + encodeURIComponent("пароль🔑"),
    "other alphabets",
  ],
  ["photos", "", "photos:", "an empty secret"],
  ["photos", "a-b_c.d~e*f", "photos:a-b_c.d%7Ee*f", "the characters of a generated secret"],
] as const;

for (const [client_id, client_secret, encoded, title] of credentials) {
  test(`basic: ${title}`, () => {
    const [scheme, token = ""] = basic(client_id, client_secret).split(" ");
    assert.equal(scheme, "Basic");
    assert.equal(atob(token), encoded);

    const parts = [...new URLSearchParams(atob(token).replace(":", "="))];
    assert.deepEqual(parts, [[client_id, client_secret]], "a server reads back what was meant");
  });
}

test("basic: RFC 6749 §2.3.1's header, letter for letter", () => {
  assert.equal(basic("s6BhdRkqt3", "gX1fBat3bV"), "Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW");
});

test("bearer presents the token as it is", () => {
  assert.equal(bearer("mF_9.B5f-4.1JqM"), "Bearer mF_9.B5f-4.1JqM");
});
