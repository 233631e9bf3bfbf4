import assert from "node:assert/strict";
import { test } from "node:test";

import { buildAuthorizationUrl } from "./authorization-url.ts";

const BASE = "https://api.example.com/v1";

test("the authorization URL has all parameters", () => {
  const redirectUri = "https://photos.example/callback?a=1&b=ü";
  const url = new URL(buildAuthorizationUrl(BASE, "photos", { redirectUri, state: "s 1&" }));

  assert.equal(url.origin + url.pathname, `${BASE}/oauth/authorize`);
  assert.deepEqual(
    [...url.searchParams],
    [
      ["client_id", "photos"],
      ["redirect_uri", redirectUri],
      ["response_type", "code"],
      ["owner", "user"],
      ["state", "s 1&"],
    ],
  );
});

test("a redirect_uri may be left out", () => {
  const url = buildAuthorizationUrl(BASE, "photos", { state: "s1" });
  assert.equal(
    url,
    `${BASE}/oauth/authorize?client_id=photos&response_type=code&owner=user&state=s1`,
  );
});

test("an authorization without a state is not begun", () => {
  assert.throws(() => buildAuthorizationUrl(BASE, "photos", { state: "" }), TypeError);
});
