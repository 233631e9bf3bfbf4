import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  acceptLogout,
  verifyLogoutOpen,
  describeLogoutRequest,
  type LogoutRequest,
  rejectLogout,
  useLogout,
} from "./logout-request.ts";

const facts = { now: 1_010, ttl: 1_800 };

function request(overrides: Partial<LogoutRequest> = {}): LogoutRequest {
  return {
    logout_id: "AAAAAAAAAAAAAAAAAAAAAA",
    version: 1,
    state: "waiting",
    subject: "alice",
    sid: "alices-session",
    request_url: "/oauth2/sessions/logout?state=7",
    rp_initiated: true,
    client_id: "photos",
    post_logout_redirect_uri: "https://photos.example/bye",
    requested_at: 1_000,
    ...overrides,
  };
}

describe("a logout request, step by step", () => {
  const table: [
    state: LogoutRequest["state"],
    now: number,
    read: string,
    answered: string,
    used: string,
  ][] = [
    ["waiting", 1_010, "readable", "taken", "not_found"],
    ["accepted", 1_010, "readable", "taken", "used"],
    ["rejected", 1_010, "not_asked", "taken", "not_found"],
    ["used", 1_010, "already_used", "already_used", "used"],
    ["used", 2_800, "already_used", "already_used", "not_found"],
    ["waiting", 2_799, "readable", "taken", "not_found"],
    ["accepted", 2_799, "readable", "taken", "used"],
    ["waiting", 2_800, "expired", "expired", "not_found"],
    ["accepted", 2_800, "expired", "expired", "not_found"],
  ];
  for (const [state, now, read, answered, used] of table) {
    it(`${state}, at ${now}: to a reader ${read}, an answer is ${answered}, its verifier ${used}`, () => {
      const at = { ...facts, now };
      const open = verifyLogoutOpen(request({ state }), at);
      assert.equal(open.ok ? "readable" : open.error.reason, read);

      const accepted = acceptLogout(request({ state }), at);
      assert.equal(accepted.ok ? "taken" : accepted.error.reason, answered);
      if (accepted.ok) assert.deepEqual(accepted.value, request({ state: "accepted" }));

      const rejected = rejectLogout(request({ state }), at);
      assert.equal(rejected.ok ? "taken" : rejected.error.reason, answered);
      if (rejected.ok) assert.deepEqual(rejected.value, request({ state: "rejected" }));

      const use = useLogout(request({ state }), at);
      assert.equal(use.ok ? use.value.state : use.error.error, used);
    });
  }
});

describe("a logout request as the provider reads it", () => {
  it("has the user, and whether a client started it", () => {
    assert.deepEqual(describeLogoutRequest(request()), {
      subject: "alice",
      sid: "alices-session",
      request_url: "/oauth2/sessions/logout?state=7",
      rp_initiated: true,
    });
  });

  it("leaves out a session that has no name", () => {
    assert.equal("sid" in describeLogoutRequest(request({ sid: "" })), false);
  });
});
