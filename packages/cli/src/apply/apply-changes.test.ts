import assert from "node:assert/strict";
import { test } from "node:test";

import type { TrustedIssuerInput } from "@latchkey/api";
import { createClient } from "@latchkey/client";

import { applyChanges } from "./apply-changes.ts";
import type { Change } from "./plan.ts";

test("a trusted issuer whose replacement fails is there again as it was", async () => {
  const calls: string[] = [];
  const latchkey = {
    ...createClient({ admin: "http://127.0.0.1:1" }),
    async deleteTrustedJwtGrantIssuer({ id }: { id: string }) {
      calls.push(`delete ${id}`);
      return undefined;
    },
    async trustJwtGrantIssuer({ body }: { body: TrustedIssuerInput }) {
      const { jwk: _, jwks: __, scope = [], allow_any_subject = false, ...record } = body;
      calls.push(`create ${scope.join(" ")}`);
      if (scope.includes("deploy")) throw new Error("The network is down.");
      return { id: "two", subject: "", created_at: "", ...record, scope, allow_any_subject };
    },
  };
  const key = { kind: "trusted_issuer", id: "https://ci.example *" } as const;
  const content = (scope: string) => ({
    issuer: "https://ci.example",
    allow_any_subject: true,
    jwks_uri: "https://ci.example/jwks",
    scope: [scope],
    expires_at: "2099-01-01T00:00:00Z",
  });
  const change: Change = {
    ...key,
    action: "replace",
    desired: { ...key, body: content("deploy"), content: content("deploy"), place: "ci.yaml:1:1" },
    current: { ...key, body: { id: "one", ...content("logs") }, content: content("logs") },
    differences: [{ field: "scope", before: ["logs"], after: ["deploy"] }],
  };
  await assert.rejects(
    Array.fromAsync(applyChanges(latchkey, [change], "default")),
    /ci\.yaml:1:1: trusted_issuer\/.*The network is down\.\nNothing was changed\./,
  );
  assert.deepEqual(calls, ["delete one", "create deploy", "create logs"]);
});
