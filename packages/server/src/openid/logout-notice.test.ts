import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { frontChannelLogoutUrl, logoutTokenClaims } from "./logout-notice.ts";

describe("Front-Channel Logout §2: the URL that the browser loads", () => {
  const names = { issuer: "https://id.example/", sid: "s 1" };
  const added = "iss=https%3A%2F%2Fid.example%2F&sid=s+1";
  const table: [uri: string, url: string][] = [
    ["https://photos.example/out", `https://photos.example/out?${added}`],
    ["https://photos.example", `https://photos.example?${added}`],
    ["https://photos.example/out?", `https://photos.example/out?${added}`],
    ["https://photos.example/out?a=b%20c", `https://photos.example/out?a=b%20c&${added}`],
  ];
  for (const [uri, url] of table) {
    it(`for ${uri} it is ${url}`, () => assert.equal(frontChannelLogoutUrl(uri, names), url));
  }
});

describe("Back-Channel Logout §2.4: the claims of a logout token", () => {
  it("names the session that ended, and nothing that an ID token would need", () => {
    const facts = {
      issuer: "https://id.example",
      client_id: "photos",
      sid: "s1",
      jti: "n1",
      now: 1_000,
    };
    assert.deepEqual(logoutTokenClaims(facts), {
      iss: "https://id.example",
      aud: ["photos"],
      iat: 1_000,
      exp: 1_120,
      jti: "n1",
      sid: "s1",
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
  });
});
