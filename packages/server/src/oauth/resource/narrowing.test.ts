import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exampleClient } from "../example-client.ts";
import { exampleGrant, exampleGrantToken } from "../example-grant.ts";
import { isGrantedTokenActive } from "../grant.ts";
import { applyNarrowing, type Extent, type Narrowing, narrowingOf } from "./narrowing.ts";

const granted = { scope: ["openid", "a", "b"], audience: ["urn:a", "urn:b"], cnf: undefined };

describe("an access token for a part of its grant", () => {
  const table: [Extent, Omit<Narrowing, "client_epoch"> | undefined][] = [
    [{}, undefined],
    [granted, undefined],
    [{ audience: ["urn:b", "urn:a"] }, undefined],
    [{ audience: ["urn:b"] }, { audience: [1] }],
    [{ scope: ["a"] }, { scope: [1] }],
    [
      { scope: [], audience: ["urn:a"] },
      { scope: [], audience: [0] },
    ],
  ];
  for (const [extent, expected] of table) {
    it(`${JSON.stringify(extent)} → ${JSON.stringify(expected)}`, () => {
      const narrowing = narrowingOf(granted, extent, { client_epoch: 7 });
      assert.deepEqual(narrowing, expected && { ...expected, client_epoch: 7 });
      const applied = applyNarrowing(granted, narrowing);
      assert.deepEqual(applied.scope, extent.scope ?? granted.scope);
      assert.deepEqual(
        applied.audience.toSorted(),
        extent.audience?.toSorted() ?? granted.audience,
      );
    });
  }

  it("has nothing at a position that the grant does not have", () => {
    const odd = { audience: [9], scope: [9], client_epoch: 0 };
    assert.deepEqual(applyNarrowing(granted, odd), { scope: [], audience: [], cnf: undefined });
  });

  it("is bound to the key that it was issued with, whatever the grant's is now", () => {
    const bound = { ...granted, cnf: { jkt: "of the last refresh" } };
    const cnf = { jkt: "of the token" };
    const narrowing = narrowingOf(bound, { audience: ["urn:a"] }, { client_epoch: 7, cnf });
    assert.deepEqual(applyNarrowing(bound, narrowing).cnf, cnf);
    const unbound = narrowingOf(bound, { audience: ["urn:a"] }, { client_epoch: 7 });
    assert.equal(applyNarrowing(bound, unbound).cnf, undefined);
  });
});

describe("how long it is valid", () => {
  const client = exampleClient({ access_token_epoch: 7 });
  const isActive = (
    narrowing: Partial<Narrowing>,
    generation: number,
    remarks: Parameters<typeof exampleGrant>[0] = {},
  ) => {
    const grant = exampleGrant({ ...granted, generation: 3, client_epoch: 7, ...remarks });
    const token = exampleGrantToken({ generation, narrowing: { client_epoch: 7, ...narrowing } });
    return isGrantedTokenActive({ token_use: "access_token", token, grant }, client, 2_000);
  };

  const table: [title: string, Parameters<typeof isActive>, boolean][] = [
    ["for a resource: in its generation", [{ audience: [0] }, 3], true],
    ["for a resource: after a refresh for another", [{ audience: [0] }, 1], true],
    ["for a resource: from a generation that is yet to come", [{ audience: [0] }, 4], false],
    [
      "for a resource: after the grant was revoked",
      [{ audience: [0] }, 1, { revoked_at: 1_500 }],
      false,
    ],
    [
      "for a resource: after all tokens were revoked",
      [{ audience: [0], client_epoch: 6 }, 1],
      false,
    ],
    ["for all resources: in its generation", [{ scope: [0] }, 3], true],
    ["for all resources: after a refresh", [{ scope: [0] }, 2], false],
    [
      "for all resources: after all tokens were revoked",
      [{ scope: [0], client_epoch: 6 }, 3],
      false,
    ],
  ];
  for (const [title, given, expected] of table) {
    it(`${title}: ${expected}`, () => assert.equal(isActive(...given), expected));
  }
});
