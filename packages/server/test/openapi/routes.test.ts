import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ownRoutes } from "../../src/api/own-api.ts";
import { loadFeatures } from "../../src/feature/load-features.ts";
import { features as composed } from "../../../cli/src/features.ts";
import { registerGrantTypes } from "../../src/grants/grant-types.ts";
import type { Route } from "../../src/http/router.ts";
import { listenerRoutes } from "../../src/process/handlers.ts";
import { startTestServer } from "../support/server.ts";
import { document } from "./contract-checker.ts";

const { server, fetch } = await startTestServer({ "oauth2.registration.mode": "open" });
const { context, latchkey } = server;
const features = await loadFeatures(composed);
const parts = { features, grant_types: registerGrantTypes() };
const ofFeatures = features.flatMap(({ name, own_api }) =>
  own_api === undefined ? [] : [[name, ownRoutes(own_api, context, parts.grant_types)] as const],
);
const routes: Readonly<Record<string, readonly Route[]>> = {
  ...listenerRoutes(context, parts, latchkey),
  ...Object.fromEntries(ofFeatures),
};

/** What the document describes: `admin GET /clients`. */
const described = new Set(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      [path, ...(operation["x-also-at"] ?? [])].map((one) => `${method.toUpperCase()} ${one}`),
    ),
  ),
);

describe("the OpenAPI document", () => {
  for (const [listener, served] of Object.entries(routes)) {
    it(`describes everything that the ${listener} listener serves`, () => {
      assert.ok(served.length > 4, "no routes were found");
      const undescribed = served
        .filter(
          ({ method, path }) =>
            // The API of Hydra v2 is that of v1 with a prefix, except what only v2 has: docs/compatibility.md.
            !described.has(`${method} ${path}`) &&
            !described.has(`${method} ${path.replace(/^\/admin(?=\/)/, "")}`),
        )
        .map(({ method, path }) => `${method} ${path}`);
      assert.deepEqual(undescribed, []);
    });
  }

  it("describes nothing that no listener serves", () => {
    const served = new Set(
      Object.values(routes)
        .flat()
        .map(({ method, path }) => `${method} ${path}`),
    );
    assert.deepEqual(
      [...described].filter((route) => !served.has(route)),
      [],
    );
  });

  it("describes no form of a page that takes none", async () => {
    const forms = Object.entries(document.paths).filter(
      ([, item]) => item.post?.tags[0] === "pages",
    );
    assert.ok(forms.length > 5, "no pages were found");
    for (const [path] of forms) {
      const { status } = await fetch(`http://public.test${path}`, { method: "POST" });
      assert.notEqual(status, 405, path);
    }
  });

  it("says which listener serves an operation", () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { "x-listener": listener }] of Object.entries(item)) {
        const isServed = routes[listener]?.some(
          (route) => route.path === path && route.method === method.toUpperCase(),
        );
        assert.ok(isServed, `${listener} ${method} ${path}`);
      }
    }
  });
});
