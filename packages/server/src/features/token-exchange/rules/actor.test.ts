import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { JsonObject } from "@latchkey/api";
import { MAX_ACTORS } from "../../../oauth/jwt/act-claim.ts";
import { type Actor, addActor, isAllowedActor } from "./actor.ts";

const OURS = "https://id.example";
const agent: Actor = { sub: "agent", iss: OURS, client_id: "gateway" };

function chain(length: number): JsonObject {
  return length === 1 ? { sub: "a1" } : { sub: `a${length}`, act: chain(length - 1) };
}

describe("RFC 8693 §4.1: an act claim", () => {
  it("gets a new actor on its outside", () => {
    assert.deepEqual(addActor(agent, { sub: "first" }, OURS), {
      ok: true,
      value: { sub: "agent", act: { sub: "first" } },
    });
    const foreign = { ...agent, iss: "https://else.example" };
    assert.deepEqual(addActor(foreign, undefined, OURS), {
      ok: true,
      value: { iss: "https://else.example", sub: "agent" },
    });
    assert.ok(!addActor(agent, chain(MAX_ACTORS), OURS).ok);
  });
});

describe("RFC 8693 §4.4: may_act", () => {
  const foreign = { ...agent, iss: "https://else.example" };
  const table: readonly (readonly [JsonObject, Actor, boolean])[] = [
    [{ sub: "agent" }, agent, true],
    [{ sub: "other" }, agent, false],
    [{ client_id: "gateway" }, agent, true],
    [{ sub: "agent", client_id: "other" }, agent, false],
    [{ sub: "agent", iss: OURS }, agent, true],
    [{ sub: "agent", iss: "https://else.example" }, agent, false],
    [{ sub: "agent" }, foreign, false],
    [{ sub: "agent", iss: "https://else.example" }, foreign, true],
    [{ sub: "agent", groups: ["ops"] }, agent, false],
    [{ iss: OURS }, agent, false],
    [{}, agent, false],
  ];
  for (const [may_act, actor, allowed] of table) {
    it(`${JSON.stringify(may_act)} and ${actor.iss}`, () => {
      assert.equal(isAllowedActor(may_act, actor, OURS), allowed);
    });
  }
});
