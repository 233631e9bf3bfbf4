import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AccessToken, isActive } from "./access-token.ts";
import type { Client } from "./client.ts";
import { exampleClient } from "./example-client.ts";

const token: AccessToken = {
  signature: new Uint8Array(24),
  client_id: "photos",
  client_epoch: 7,
  subject: "photos",
  scope: [],
  audience: [],
  issued_at: 1_000,
  expires_at: 4_600,
};

describe("whether an access token is good", () => {
  const photos = exampleClient({ access_token_epoch: 7 });
  const table: [world: string, client: Client | undefined, now: number, active: boolean][] = [
    ["fresh", photos, 1_000, true],
    ["in its last second", photos, 4_599, true],
    ["the second it expires", photos, 4_600, false],
    ["of a client that is gone", undefined, 1_000, false],
    ["called back by its client", exampleClient({ access_token_epoch: 8 }), 1_000, false],
    ["of an epoch to come", exampleClient({ access_token_epoch: 6 }), 1_000, false],
    [
      "of another client",
      exampleClient({ client_id: "mallory", access_token_epoch: 7 }),
      1_000,
      false,
    ],
  ];
  for (const [world, client, now, active] of table) {
    it(`${world}: ${active ? "good" : "no good"}`, () => {
      assert.equal(isActive(token, client, now), active);
    });
  }
});
