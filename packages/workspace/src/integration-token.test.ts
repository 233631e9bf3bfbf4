import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { claimedIntegrationId, generateIntegrationToken } from "./integration-token.ts";

test("a token names its integration, and no two are the same", () => {
  const id = randomUUID();
  const tokens = Array.from({ length: 100 }, () => generateIntegrationToken(id));
  assert.equal(new Set(tokens).size, 100);
  for (const token of tokens) {
    assert.match(token, /^lk_wit_[\w-]{54}$/);
    assert.equal(claimedIntegrationId(token), id);
  }
});

test("any other text names none", () => {
  const token = generateIntegrationToken(randomUUID());
  const texts = ["", "lk_wit_", `${token}A`, token.slice(0, -1), token.replace("wit", "wat")];
  for (const text of [...texts, ` ${token}`, `${token.slice(0, -1)}!`])
    assert.equal(claimedIntegrationId(text), undefined, text);
});
