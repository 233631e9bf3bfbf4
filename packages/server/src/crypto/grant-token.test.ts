import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { END_OF_TIME, readGrantToken, writeGrantToken } from "./grant-token.ts";
import type { Narrowing } from "../oauth/resource/narrowing.ts";
import { signatureOf } from "./opaque-token.ts";
import { createSigner } from "./signer.ts";

const signer = createSigner(["a secret for the tests"]);
const requestToken = {
  grant_id: "AAECAwQFBgcICQoLDA0ODw",
  generation: 7,
  issued_at: 1_800_000_000,
  expires_at: END_OF_TIME,
};
const token = { ...requestToken, subject_key: 4_711 };

describe("a token of a grant", () => {
  const ofFeature = { purpose: "example", prefix: "lk_ex_" };
  const kinds = [
    ["authorization_code", /^lk_ac_[\w-]{63}$/],
    ["access_token", /^lk_at_[\w-]{63}$/],
    ["refresh_token", /^lk_rt_[\w-]{63}$/],
    ["device_code", /^lk_dc_[\w-]{60}$/],
    ["auth_req_id", /^lk_ar_[\w-]{60}$/],
    [ofFeature, /^lk_ex_[\w-]{60}$/],
    ["jwt_id", /^[\w-]{63}$/],
  ] as const;

  const write = (kind: (typeof kinds)[number][0]): string =>
    kind === "authorization_code" ||
    kind === "access_token" ||
    kind === "refresh_token" ||
    kind === "jwt_id"
      ? writeGrantToken(signer, kind, token)
      : writeGrantToken(signer, kind, requestToken);

  for (const [kind, shape] of kinds) {
    it(`has its prefix and is read back unchanged: ${String(shape)}`, () => {
      const text = write(kind);
      assert.match(text, shape);
      const isPlaced = shape.source.includes("63");
      assert.deepEqual(readGrantToken(signer, kind, text), isPlaced ? token : requestToken);
    });

    it(`is read as no other kind: ${String(shape)}`, () => {
      const text = write(kind);
      const body = text.replace(/^lk_w?[a-z]+_/, "");
      for (const [other] of kinds.filter(([name]) => name !== kind)) {
        assert.equal(readGrantToken(signer, other, text), undefined);
        const prefix =
          write(other)
            .replace(/[^_]+$/, "")
            .match(/^(?:lk_[a-z]+_)?/)?.[0] ?? "";
        const disguised = prefix + body;
        assert.equal(readGrantToken(signer, other, disguised), undefined);
      }
    });
  }

  it("is the same when it is written again", () => {
    assert.equal(
      writeGrantToken(signer, "refresh_token", token),
      writeGrantToken(signer, "refresh_token", token),
    );
  });

  it("is not read from a signed id of another length", () => {
    const short = `lk_at_${signer.sign("access_token", "A".repeat(22))}`;
    assert.equal(readGrantToken(signer, "access_token", short), undefined);
  });
});

describe("an access token for a part of its grant", () => {
  const parts: readonly Narrowing[] = [
    { audience: [0], client_epoch: 0 },
    { audience: [1, 9, 20], client_epoch: 2 ** 47 - 1 },
    { scope: [2], client_epoch: 5 },
    { scope: [], client_epoch: 5 },
    { audience: [7], scope: [0, 8], client_epoch: 123_456_789 },
    { audience: [0], client_epoch: 1, cnf: { jkt: "A".repeat(42).concat("E") } },
    { scope: [3], client_epoch: 1, cnf: { "x5t#S256": "Z".repeat(42).concat("Y") } },
    { audience: [0], client_epoch: 1, details: true },
    { audience: [0], client_epoch: 1, cnf: { jkt: "A".repeat(42).concat("E") }, details: true },
  ];
  for (const narrowing of parts) {
    it(`carries it: ${JSON.stringify(narrowing)}`, () => {
      const text = writeGrantToken(signer, "access_token", { ...token, narrowing });
      assert.deepEqual(readGrantToken(signer, "access_token", text), { ...token, narrowing });
      assert.equal(signatureOf(text), undefined, "it has not the form of a stored token");
    });
  }

  it("is not read from a signed text in which the parts do not add up", () => {
    const extras = [
      "00",
      "000000000000",
      "0000000000000002ff",
      "00000000000003",
      "00000000000083",
      "00000000000001ff",
    ];
    for (const extra of extras) {
      const payload = Buffer.concat([Buffer.alloc(28), Buffer.from(extra, "hex")]);
      const text = `lk_at_${signer.sign("access_token", payload.toString("base64url"))}`;
      assert.equal(readGrantToken(signer, "access_token", text), undefined, extra);
    }
  });
});
