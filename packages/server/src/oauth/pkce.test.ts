import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { exampleClient } from "./example-client.ts";
import {
  codeChallengeRejections,
  codeVerifierRejections,
  parseCodeChallenge,
  type PkcePolicy,
  verifyCodeVerifier,
} from "./pkce.ts";
import { describeRejection } from "./rejection.ts";

// RFC 7636 Appendix B.
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

const ours: PkcePolicy = { enforced: false, enforced_for_public_clients: true };
const lax: PkcePolicy = { enforced: false, enforced_for_public_clients: false };
const strict: PkcePolicy = { enforced: true, enforced_for_public_clients: true };

describe("RFC 7636 §4.3: the code_challenge of an authorization request", () => {
  const confidential = exampleClient();
  const open = exampleClient({ token_endpoint_auth_method: "none" });
  const table: [
    title: string,
    client: typeof open,
    PkcePolicy,
    code_challenge: string | undefined,
    method: string | undefined,
    outcome: string | undefined,
  ][] = [
    ["a challenge by S256", open, ours, challenge, "S256", challenge],
    ["nothing, where it has a secret", confidential, ours, undefined, undefined, undefined],
    ["no challenge of a public client", open, ours, undefined, undefined, "code_challenge_missing"],
    [
      "no challenge of a public client, when the settings do not require one",
      open,
      lax,
      undefined,
      undefined,
      undefined,
    ],
    [
      "nothing, where a metadata document describes the client",
      exampleClient({ metadata_document: { fresh_until: 0 } }),
      lax,
      undefined,
      undefined,
      "code_challenge_missing",
    ],
    [
      "nothing, where all must",
      confidential,
      strict,
      undefined,
      undefined,
      "code_challenge_missing",
    ],
    [
      "a method without a challenge",
      confidential,
      ours,
      undefined,
      "S256",
      "code_challenge_missing",
    ],
    [
      "a challenge in the clear",
      confidential,
      ours,
      challenge,
      "plain",
      "code_challenge_method_unsupported",
    ],
    [
      "no method, which means plain",
      confidential,
      ours,
      challenge,
      undefined,
      "code_challenge_method_unsupported",
    ],
    [
      "an unknown method",
      confidential,
      ours,
      challenge,
      "s256",
      "code_challenge_method_unsupported",
    ],
    ["padding", confidential, ours, `${challenge}=`, "S256", "code_challenge_malformed"],
    ["one character too few", open, ours, challenge.slice(1), "S256", "code_challenge_malformed"],
    [
      "base64 instead of base64url",
      open,
      ours,
      challenge.replaceAll("-", "+"),
      "S256",
      "code_challenge_malformed",
    ],
  ];
  for (const [title, client, policy, code_challenge, code_challenge_method, outcome] of table) {
    it(`${title} → ${outcome ?? "no challenge"}`, () => {
      const read = parseCodeChallenge({ code_challenge, code_challenge_method }, client, policy);
      assert.equal(read.ok ? read.value : read.error.reason, outcome);
      if (!read.ok)
        assert.equal(
          describeRejection(codeChallengeRejections, read.error).error,
          "invalid_request",
        );
    });
  }
});

describe("RFC 7636 §4.6: the code_verifier of a token request", () => {
  const table: [
    title: string,
    challenge: string | undefined,
    verifier: string | undefined,
    outcome: string,
  ][] = [
    ["the verifier of the challenge", challenge, verifier, "ok"],
    ["neither was sent", undefined, undefined, "ok"],
    ["no verifier", challenge, undefined, "code_verifier_missing"],
    ["a verifier without a challenge", undefined, verifier, "code_verifier_unexpected"],
    ["another verifier", challenge, `${verifier}x`, "code_verifier_mismatch"],
    ["the challenge itself", challenge, challenge, "code_verifier_mismatch"],
    ["42 characters, one too few", challenge, verifier.slice(1), "code_verifier_malformed"],
    ["129 characters, one too many", challenge, "a".repeat(129), "code_verifier_malformed"],
    ["a character that is not unreserved", challenge, `${verifier}!`, "code_verifier_malformed"],
  ];
  for (const [title, announced, shown, outcome] of table) {
    it(`${title} → ${outcome}`, () => {
      const proof = verifyCodeVerifier(announced, shown);
      assert.equal(proof.ok ? "ok" : proof.error.reason, outcome);
      if (!proof.ok)
        assert.equal(describeRejection(codeVerifierRejections, proof.error).error, "invalid_grant");
    });
  }

  it("a verifier may have 128 characters, dots and tildes", () => {
    const long = ".~".repeat(64);
    const announced = createHash("sha256").update(long).digest("base64url");
    assert.equal(verifyCodeVerifier(announced, long).ok, true);
  });
});
