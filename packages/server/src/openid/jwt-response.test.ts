import assert from "node:assert/strict";
import { it } from "node:test";
import { describeJwtResponse } from "./jwt-response.ts";

const facts = { issuer: "https://id.example", client_id: "photos", now: 1_000 };

it("JARM §2.1: a response in a JWT names its issuer and its client, and expires", () => {
  const parameters = { code: "c", state: "s", scope: undefined, iss: "https://id.example" };
  assert.deepEqual(describeJwtResponse(parameters, facts), {
    code: "c",
    state: "s",
    iss: "https://id.example",
    aud: "photos",
    exp: 1_300,
  });
});

it("no parameter replaces these claims", () => {
  const claims = describeJwtResponse({ iss: "mallory", aud: "mallory", exp: "9" }, facts);
  assert.deepEqual(claims, { iss: "https://id.example", aud: "photos", exp: 1_300 });
});
