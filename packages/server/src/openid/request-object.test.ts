import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import { exampleClient } from "../oauth/example-client.ts";
import { exampleForm } from "../oauth/example-form.ts";
import { entriesOf } from "../oauth/form-fields.ts";
import {
  countsAlone,
  locateRequestObject,
  mergeRequestObject,
  type RequestObjectFacts,
  verifyRequestObjectAlgorithm,
  verifyRequestObjectClaims,
  verifyRequestObjectEncryption,
  verifyRequestObjectType,
} from "./request-object.ts";
import { requestObjectRejections } from "./request-object-rejection.ts";
import { describeRejection } from "../oauth/rejection.ts";

const request_uri = "https://photos.example/request.jwt";

describe("RFC 9101 §5: where a request object is to be had", () => {
  const client = exampleClient({ request_uris: [request_uri] });

  it("nowhere, by value, or at an address the client registered", () => {
    assert.deepEqual(locateRequestObject(exampleForm({}), client), {
      ok: true,
      value: { kind: "none" },
    });
    assert.deepEqual(locateRequestObject(exampleForm({ request: "a.b.c" }), client), {
      ok: true,
      value: { kind: "by_value", request: "a.b.c" },
    });
    assert.deepEqual(locateRequestObject(exampleForm({ request_uri }), client), {
      ok: true,
      value: { kind: "by_reference", request_uri },
    });
  });

  const table: [title: string, fields: Record<string, string>, reason: string, error: string][] = [
    [
      "both ways",
      { request: "a.b.c", request_uri },
      "request_object_given_twice",
      "invalid_request",
    ],
    [
      "at mallory's address",
      { request_uri: "http://169.254.169.254/" },
      "request_object_request_uri_not_registered",
      "invalid_request_uri",
    ],
    [
      "at an address a letter longer",
      { request_uri: `${request_uri}#` },
      "request_object_request_uri_not_registered",
      "invalid_request_uri",
    ],
  ];
  for (const [title, fields, reason, error] of table) {
    it(`${title} → ${reason}`, () => {
      const source = locateRequestObject(exampleForm(fields), client);
      assert.ok(!source.ok);
      assert.equal(source.error.reason, reason);
      assert.equal(describeRejection(requestObjectRejections, source.error).error, error);
    });
  }
});

describe("RFC 9101 §10.8: which JWTs are request objects", () => {
  const table: [typ: string | undefined, ok: boolean][] = [
    [undefined, true],
    ["JWT", true],
    ["oauth-authz-req+jwt", true],
    ["client-authentication+jwt", false],
    ["at+jwt", false],
  ];
  for (const [typ, accepted] of table) {
    it(`${typ}: ${accepted}`, () => assert.equal(verifyRequestObjectType(typ).ok, accepted));
  }
});

describe("OpenID Connect Core §6.1: how a request object may be signed", () => {
  const table: [registered: string | undefined, alg: string, ok: boolean][] = [
    [undefined, "RS256", true],
    [undefined, "none", true],
    ["none", "none", true],
    ["RS256", "RS256", true],
    ["RS256", "none", false],
    ["RS256", "PS256", false],
    ["none", "RS256", false],
  ];
  for (const [registered, alg, allowed] of table) {
    it(`registered ${registered ?? "nothing"}, signed ${alg} → ${allowed}`, () => {
      const client = exampleClient(
        registered === undefined ? {} : { request_object_signing_alg: registered },
      );
      const policy = { signature_required: false };
      assert.equal(verifyRequestObjectAlgorithm(alg, client, policy).ok, allowed);
    });
  }

  it("signed with any algorithm where a signature is required, even if the client registered none", () => {
    for (const client of [exampleClient(), exampleClient({ request_object_signing_alg: "none" })]) {
      const verified = verifyRequestObjectAlgorithm("none", client, { signature_required: true });
      assert.deepEqual(verified, { ok: false, error: { reason: "request_object_not_signed" } });
    }
  });
});

describe("OpenID Connect Registration §2: how a request object may be encrypted", () => {
  const table: [alg: string | undefined, enc: string | undefined, used: string, ok: boolean][] = [
    [undefined, undefined, "RSA-OAEP-256 A256GCM", true],
    ["RSA-OAEP-256", undefined, "RSA-OAEP-256 A128CBC-HS256", true],
    ["RSA-OAEP-256", undefined, "RSA-OAEP-256 A256GCM", false],
    ["RSA-OAEP-256", "A256GCM", "RSA-OAEP-256 A256GCM", true],
    ["RSA-OAEP-256", "A256GCM", "ECDH-ES+A256KW A256GCM", false],
  ];
  for (const [registered_alg, registered_enc, used, allowed] of table) {
    it(`registered ${registered_alg} ${registered_enc}, encrypted ${used} → ${allowed}`, () => {
      const client = exampleClient({
        ...(registered_alg && { request_object_encryption_alg: registered_alg }),
        ...(registered_enc && { request_object_encryption_enc: registered_enc }),
      });
      const [alg, enc] = used.split(" ");
      assert.equal(verifyRequestObjectEncryption({ alg, enc }, client).ok, allowed);
    });
  }
});

describe("the claims of a request object", () => {
  const facts: RequestObjectFacts = {
    client: exampleClient(),
    audiences: ["https://id.example/"],
    now: 2_000,
    leeway: 10,
    signature_required: false,
    pushed: false,
    max_lifetime: Infinity,
  };
  const table: [title: string, JsonObject, outcome: string][] = [
    ["nothing", {}, "ok"],
    ["all as it should be", { iss: "photos", aud: ["https://id.example/"], exp: 2_060 }, "ok"],
    ["one aud", { aud: "https://id.example/" }, "ok"],
    ["clocks that differ a little", { exp: 1_995, nbf: 2_005 }, "ok"],
    ["another iss", { iss: "mallory" }, "request_object_iss_not_client"],
    ["the sub of a client assertion", { sub: "photos" }, "request_object_sub_is_client"],
    ["another sub", { sub: "alice" }, "ok"],
    ["another aud", { aud: ["https://mallory.example/"] }, "request_object_aud_not_us"],
    ["a time that is over", { exp: 1_990 }, "request_object_expired"],
    ["a time that is no number", { exp: "tomorrow" }, "request_object_expired"],
    ["a time that is to come", { nbf: 2_011 }, "request_object_nbf_in_the_future"],
    ["a jti that is no string", { jti: 7 }, "request_object_claim_malformed"],
  ];
  for (const [title, claims, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const verified = verifyRequestObjectClaims(claims, facts);
      assert.equal(verified.ok ? "ok" : verified.error.reason, outcome);
    });
  }

  it("bound the lifetime where the profile does: FAPI 2.0 Message Signing §5.3.1", () => {
    const bounded = { ...facts, now: 10_000, max_lifetime: 3_600 };
    const whole = { aud: "https://id.example/", nbf: 10_000, exp: 10_060 };
    const outcomes: [JsonObject, string][] = [
      [whole, "ok"],
      [{ ...whole, nbf: 6_400, exp: 10_000 }, "ok"],
      [{ ...whole, nbf: 6_399, exp: 9_999 }, "request_object_lifetime_too_long"],
      [{ ...whole, exp: 13_601 }, "request_object_lifetime_too_long"],
      [{ nbf: 10_000, exp: 10_060 }, "request_object_claim_missing"],
      [{ aud: whole.aud, exp: 10_060 }, "request_object_claim_missing"],
      [{ aud: whole.aud, nbf: 10_000 }, "request_object_claim_missing"],
    ];
    for (const [claims, outcome] of outcomes) {
      const verified = verifyRequestObjectClaims(claims, bounded);
      assert.equal(verified.ok ? "ok" : verified.error.reason, outcome, JSON.stringify(claims));
    }
  });

  it("include aud and exp where a signature is required", () => {
    const strict = { ...facts, signature_required: true };
    for (const claims of [{ exp: 2_060 }, { aud: "https://id.example/" }]) {
      const verified = verifyRequestObjectClaims(claims, strict);
      assert.equal(verified.ok ? "ok" : verified.error.reason, "request_object_claim_missing");
    }
    const complete = { aud: "https://id.example/", exp: 2_060 };
    assert.ok(verifyRequestObjectClaims(complete, strict).ok);
  });
});

describe("RFC 9101 §6.3: whether only the claims count", () => {
  const table: [typ: string | undefined, signed: boolean, pushed: boolean, alone: boolean][] = [
    [undefined, false, false, false],
    ["JWT", false, false, false],
    ["oauth-authz-req+jwt", false, false, true],
    ["application/oauth-authz-req+jwt", false, false, true],
    [undefined, true, false, true],
    ["JWT", false, true, true],
  ];
  for (const [typ, signature_required, pushed, alone] of table) {
    it(`typ ${typ}, signature required ${signature_required}, pushed ${pushed} → ${alone}`, () => {
      assert.equal(countsAlone(typ, { signature_required, pushed }), alone);
    });
  }

  const params = exampleForm({
    client_id: "photos",
    scope: "admin",
    prompt: "none",
    response_type: "token",
  });

  it("then nothing beside the object is part of the request", () => {
    const claims = { client_id: "photos", response_type: "code", scope: "openid", state: "s" };
    const merged = mergeRequestObject(params, claims, { alone: true });
    assert.ok(merged.ok);
    assert.deepEqual(Object.fromEntries(entriesOf(merged.value)), claims);
    assert.equal(merged.value.get("prompt"), undefined);
  });

  it("then the object must name the client, and the same one as the request", () => {
    for (const [claims, reason] of [
      [{ response_type: "code" }, "request_object_claim_missing"],
      [{ client_id: "mallory" }, "request_object_parameter_contradicted"],
    ] as const) {
      const merged = mergeRequestObject(params, claims, { alone: true });
      assert.equal(merged.ok ? "ok" : merged.error.reason, reason);
    }
  });
});

describe("OpenID Connect Core §6.1: the request that results", () => {
  const params = exampleForm({
    client_id: "photos",
    response_type: "code",
    scope: "openid",
    state: "outside",
    prompt: "login",
  });

  function merge(claims: JsonObject) {
    const merged = mergeRequestObject(params, claims, { alone: false });
    return merged.ok ? merged.value : assert.fail(merged.error.reason);
  }

  it("has the claims of the object, and the other parameters", () => {
    const merged = merge({ state: "inside", response_type: "code", nonce: "n" });
    assert.equal(merged.get("state"), "inside");
    assert.equal(merged.get("nonce"), "n");
    assert.equal(merged.get("prompt"), "login");
    assert.equal(merged.get("client_id"), "photos");
  });

  it("has the scopes of both", () => {
    assert.equal(merge({ scope: "photos.read" }).get("scope"), "openid photos.read");
    assert.equal(merge({}).get("scope"), "openid");
  });

  it("has numbers as strings, lists joined with spaces, and several audiences", () => {
    const merged = merge({ max_age: 0, ui_locales: ["de", "fr"], audience: ["urn:a", "urn:b"] });
    assert.equal(merged.get("max_age"), "0");
    assert.equal(merged.get("ui_locales"), "de fr");
    assert.deepEqual(merged.getAll("audience"), ["urn:a", "urn:b"]);
    assert.deepEqual(merged.repeated, []);
  });

  it("ignores empty values, and the claims of the JWT itself", () => {
    const merged = merge({ state: "", prompt: null, iss: "photos", exp: 1 });
    assert.equal(merged.get("state"), "outside");
    assert.equal(merged.get("prompt"), "login");
    assert.equal(merged.get("iss"), undefined);
    assert.equal(merged.get("exp"), undefined);
  });

  it("still has the names of repeated parameters", () => {
    const merged = mergeRequestObject(
      exampleForm({ state: ["a", "b"] }),
      { state: "c" },
      { alone: false },
    );
    assert.deepEqual(merged.ok && merged.value.repeated, ["state"]);
  });

  const table: [title: string, JsonObject, reason: string][] = [
    ["another client", { client_id: "mallory" }, "request_object_parameter_contradicted"],
    ["another response type", { response_type: "token" }, "request_object_parameter_contradicted"],
    ["a request object in it", { request: "a.b.c" }, "request_object_nested"],
    ["the address of one in it", { request_uri }, "request_object_nested"],
    ["a NUL", { state: "a\0b" }, "request_object_claim_malformed"],
    ["half a character", { ui_locales: ["de", "\ud800"] }, "request_object_claim_malformed"],
  ];
  for (const [title, claims, reason] of table) {
    it(`is rejected with ${title}: ${reason}`, () => {
      const merged = mergeRequestObject(params, claims, { alone: false });
      assert.ok(!merged.ok);
      assert.equal(merged.error.reason, reason);
      assert.equal(
        describeRejection(requestObjectRejections, merged.error).error,
        "invalid_request_object",
      );
    });
  }
});
