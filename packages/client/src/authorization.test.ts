import assert from "node:assert/strict";
import { test } from "node:test";

import { basic, bearer } from "./authorization.ts";

const credentials = [
  {
    client_id: "s6BhdRkqt3",
    client_secret: "gX1fBat3bV",
    encoded: "s6BhdRkqt3:gX1fBat3bV",
    title: "RFC 6749 §2.3.1: letters and digits",
  },
  {
    client_id: "photos",
    client_secret: " %&+£€",
    encoded: "photos:+%25%26%2B%C2%A3%E2%82%AC",
    title: "RFC 6749 Appendix B: its own example",
  },
  {
    client_id: "urn:photos:1",
    client_secret: "a:b",
    encoded: "urn%3Aphotos%3A1:a%3Ab",
    title: "a colon in either part",
  },
  {
    client_id: "100%",
    client_secret: "%41",
    encoded: "100%25:%2541",
    title: "a per cent sign in either part",
  },
  {
    client_id: "bücher",
    client_secret: "пароль🔑",
    encoded: encodeURIComponent("bücher") + ":" + encodeURIComponent("пароль🔑"),
    title: "other alphabets",
  },
  { client_id: "photos", client_secret: "", encoded: "photos:", title: "an empty secret" },
  {
    client_id: "photos",
    client_secret: "a-b_c.d~e*f",
    encoded: "photos:a-b_c.d%7Ee*f",
    title: "the characters of a generated secret",
  },
] as const;

for (const { client_id, client_secret, encoded, title } of credentials) {
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
