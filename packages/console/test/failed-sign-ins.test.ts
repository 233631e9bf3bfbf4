import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldOf, readFilter } from "../src/pages/failed-sign-ins/filter.ts";

const NOW = Date.parse("2026-11-18T12:00:30Z");

const filters: [query: string, filter: object][] = [
  ["", {}],
  [
    "method=provider&reason=provider_azp_wrong",
    { method: "provider", reason: "provider_azp_wrong" },
  ],
  ["method=guessing&reason=bad_luck&days=3", {}],
  ["days=1", { since: "2026-11-17T12:00:00.000Z" }],
  ["search=%20alice%20", { username: "alice" }],
  ["search=192.0.2.0/24", { network: "192.0.2.0/24" }],
  ["subject=s&provider=google", { subject: "s", provider: "google" }],
];

for (const [query, filter] of filters) {
  test(`the address ?${query} shows those with ${JSON.stringify(filter)}`, () => {
    assert.deepEqual(readFilter(new URLSearchParams(query), NOW), filter);
  });
}

test("what an operator types is a network, the id of a request, or a name", () => {
  assert.equal(fieldOf("2001:db8:1::/48"), "network");
  assert.equal(fieldOf("8af585e1-7c62-492f-a93f-00000000002c"), "request_id");
  assert.equal(fieldOf("alice@wonderland.example"), "username");
  assert.equal(fieldOf("192.0.2.1"), "username");
});
