import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Client } from "../client.ts";
import { exampleClient } from "../example-client.ts";
import { exampleApi } from "../resource/example-api.ts";
import { identifierKey } from "../resource/api.ts";
import {
  type RequestedPermissions,
  verifyPermissions,
  withdrawalRejections,
} from "./permissions.ts";
import { describeRejection } from "../rejection.ts";

const open = exampleApi({ identifier: "https://open.example", allow_any_client: true });
const policy = {
  scope_strategy: "wildcard",
  apis: new Map([[identifierKey(open.identifier), open]]),
  open_apis: true,
} as const;
const registered = exampleClient({
  scope: ["openid", "albums.*"],
  audience: ["https://api.example"],
  authorization_details_types: ["album"],
});
const requested: RequestedPermissions = {
  scope: ["openid", "albums.read"],
  audience: ["https://api.example/v1", "https://open.example"],
  authorization_details: [{ type: "album" }],
};

describe("what a client requested before is checked again", () => {
  it("and allowed while it is registered", () => {
    assert.ok(verifyPermissions(requested, registered, policy).ok);
    assert.ok(verifyPermissions({ scope: [], audience: [] }, exampleClient(), policy).ok);
  });

  const withdrawals: [string, Partial<Client>, Partial<typeof policy>, string][] = [
    ["a scope", { scope: ["albums.*"] }, {}, "scope_not_allowed"],
    ["the pattern of a scope", { scope: ["openid", "photos.*"] }, {}, "scope_not_allowed"],
    ["an audience", { audience: ["https://api.example/v2"] }, {}, "audience_not_allowed"],
    ["an API that was open", {}, { apis: new Map() }, "audience_not_allowed"],
    ["a type of details", { authorization_details_types: [] }, {}, "details_type_not_allowed"],
  ];
  it("an API that the token request names → resource_not_allowed", () => {
    const named = { ...requested, audience: [], resource: requested.audience };
    assert.ok(verifyPermissions(named, registered, policy).ok);
    const verified = verifyPermissions(named, { ...registered, audience: [] }, policy);
    assert.equal(verified.ok ? "ok" : verified.error.reason, "resource_not_allowed");
  });

  it("the error of a token request says what was withdrawn", () => {
    const scope = describeRejection(withdrawalRejections, {
      reason: "scope_not_allowed",
      scope: "photos",
    });
    assert.deepEqual([scope.error, scope.reason], ["invalid_scope", "scope_withdrawn"]);
    const audience = describeRejection(withdrawalRejections, {
      reason: "audience_not_allowed",
      audience: "urn:a",
    });
    assert.deepEqual([audience.error, audience.reason], ["invalid_request", "audience_withdrawn"]);
    const resource = describeRejection(withdrawalRejections, {
      reason: "resource_not_allowed",
      resource: "urn:a",
    });
    assert.equal(resource.error, "invalid_target");
    const details = describeRejection(withdrawalRejections, {
      reason: "details_type_not_allowed",
      type: "album",
    });
    assert.equal(details.error, "invalid_authorization_details");
  });

  for (const [what, fields, changed, reason] of withdrawals) {
    it(`${what} that was withdrawn → ${reason}`, () => {
      const client = { ...registered, ...fields };
      const verified = verifyPermissions(requested, client, { ...policy, ...changed });
      assert.equal(verified.ok ? "ok" : verified.error.reason, reason);
    });
  }
});
