import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { logoutRejections, parseLogoutHint } from "./logout-hint.ts";
import { describeRejection } from "../oauth/rejection.ts";

const facts = { issuer: "https://id.example", now: 1_000 };
const claims = {
  iss: "https://id.example",
  iat: 900,
  exp: 950,
  sub: "alice",
  sid: "alices-session",
  aud: ["photos"],
};

describe("reading the hint of a logout", () => {
  const table: [title: string, claims: Record<string, unknown>, aud: string[]][] = [
    ["an ID token that expired", claims, ["photos"]],
    ["one that was issued this second", { ...claims, iat: 1_000 }, ["photos"]],
    ["an audience that is no list", { ...claims, aud: "photos" }, ["photos"]],
    ["no audience", { ...claims, aud: undefined }, []],
    ["an audience of other things", { ...claims, aud: [7, "photos"] }, ["photos"]],
  ];
  for (const [title, said, aud] of table) {
    it(`${title} is for ${aud.join(" ") || "nobody"}`, () => {
      const value = { sub: "alice", sid: "alices-session", aud };
      assert.deepEqual(parseLogoutHint(said, facts), { ok: true, value });
    });
  }

  const refused: [title: string, claims: Record<string, unknown> | undefined, reason: string][] = [
    ["with an invalid signature", undefined, "logout_hint_unverified"],
    [
      "of another issuer",
      { ...claims, iss: "https://mallory.example" },
      "logout_hint_of_another_issuer",
    ],
    [
      "of the issuer but for a slash",
      { ...claims, iss: "https://id.example/" },
      "logout_hint_of_another_issuer",
    ],
    ["of no issuer", { ...claims, iss: undefined }, "logout_hint_of_another_issuer"],
    ["of the future", { ...claims, iat: 1_001 }, "logout_hint_of_the_future"],
    ["of no time", { ...claims, iat: undefined }, "logout_hint_of_the_future"],
    ["without sid", { ...claims, sid: undefined }, "logout_hint_incomplete"],
    ["with an empty sid", { ...claims, sid: "" }, "logout_hint_incomplete"],
    ["without sub", { ...claims, sub: undefined }, "logout_hint_incomplete"],
    ["with an empty sub", { ...claims, sub: "" }, "logout_hint_incomplete"],
  ];
  for (const [title, said, reason] of refused) {
    it(`a hint ${title}: ${reason}`, () => {
      const read = parseLogoutHint(said, facts);
      assert.equal(read.ok ? undefined : read.error.reason, reason);
      if (!read.ok)
        assert.equal(describeRejection(logoutRejections, read.error).error, "invalid_request");
    });
  }
});
