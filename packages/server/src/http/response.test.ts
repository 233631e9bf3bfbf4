import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { errorResponse, json, noContent, oauthError, redirect, tokenResponse } from "./response.ts";

const wrongSecret = {
  error: "invalid_client",
  error_description: "Client authentication failed.",
  debug: "the secret of photos differs",
} as const;

describe("an answer", () => {
  it("is JSON with its charset", () => {
    assert.deepEqual(json(201, { client_id: "photos" }, { Location: "/clients/photos" }), {
      status: 201,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        Location: "/clients/photos",
      },
      body: '{"client_id":"photos"}',
    });
  });

  it("with a token stays out of caches", () => {
    const { headers } = tokenResponse({ access_token: "lk_at_1" });
    assert.equal(headers["Cache-Control"], "no-store");
    assert.equal(headers["Pragma"], "no-cache");
  });

  it("may be empty, or lead elsewhere", () => {
    assert.deepEqual(noContent(), { status: 204, headers: {}, body: "" });
    assert.equal(redirect("/login").status, 302);
    assert.equal(redirect("/login", 307).headers["Location"], "/login");
  });
});

describe("an error answer", () => {
  it("holds the code, the sentence and the status, and nothing else", () => {
    const answer = oauthError(wrongSecret);
    assert.equal(answer.status, 401);
    assert.deepEqual(JSON.parse(answer.body), {
      error: "invalid_client",
      error_description: "Client authentication failed.",
      status_code: 401,
    });
    assert.equal(answer.headers["Cache-Control"], "no-store");
  });

  it("has debug where oauth2.expose_internal_errors is set", () => {
    const { body } = oauthError(wrongSecret, { expose_internal_errors: true });
    assert.equal(JSON.parse(body).debug, "the secret of photos differs");
  });

  it("may travel under a status of HTTP's own", () => {
    const answer = errorResponse(431, { error: "invalid_request", error_description: "Too much." });
    assert.equal(answer.status, 431);
    assert.equal(JSON.parse(answer.body).status_code, 431);
  });

  const challenges: [string, string | undefined, boolean][] = [
    ["Basic", "Basic cGhvdG9zOng=", true],
    ["basic, in small letters", "basic cGhvdG9zOng=", true],
    ["a bearer token", "Bearer lk_at_1", false],
    ["the form", undefined, false],
  ];
  for (const [name, authorization, asked] of challenges) {
    it(`${asked ? "asks" : "does not ask"} for Basic when the client used ${name}`, () => {
      const { headers } = oauthError(wrongSecret, { authorization });
      assert.equal("WWW-Authenticate" in headers, asked);
    });
  }
});
