import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  describeAuthorizationError,
  describeAuthorizationResponse,
  type ResponseParameters,
} from "./authorization-response.ts";

const envelope = { state: "s", issuer: "https://id.example/" };

function sent(parameters: ResponseParameters) {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

describe("RFC 6749 §4.1.2, §4.2.2: the parameters of the response", () => {
  it("a code, with the scope, the state and the issuer", () => {
    const response = describeAuthorizationResponse(
      { code: "lk_ac_1", scope: ["openid", "offline"] },
      envelope,
    );
    assert.deepEqual(sent(response), {
      code: "lk_ac_1",
      scope: "openid offline",
      state: "s",
      iss: "https://id.example/",
    });
  });

  it("tokens, with how long they last", () => {
    const response = describeAuthorizationResponse(
      {
        code: "lk_ac_1",
        access_token: { token: "lk_at_1", expires_in: 3_600 },
        id_token: "a.b.c",
        scope: ["openid"],
      },
      { ...envelope, state: undefined },
    );
    assert.deepEqual(sent(response), {
      code: "lk_ac_1",
      access_token: "lk_at_1",
      token_type: "bearer",
      expires_in: "3600",
      id_token: "a.b.c",
      scope: "openid",
      iss: "https://id.example/",
    });
  });

  it("an error with the issuer, and without a state when none was sent", () => {
    const refusal = {
      error: "access_denied",
      error_description: "Alice said no.",
      status_code: 403,
    };
    assert.deepEqual(sent(describeAuthorizationError(refusal, { ...envelope, state: undefined })), {
      error: "access_denied",
      error_description: "Alice said no.",
      iss: "https://id.example/",
    });
  });
});
