import assert from "node:assert/strict";
import { test } from "node:test";
import { appDefaults, type AppType, appTypeLabels } from "../src/pages/clients/app-defaults.ts";
import { appTypeOf, clientType } from "../src/pages/clients/app-type.ts";

const types: readonly AppType[] = [
  "web",
  "single_page",
  "native",
  "agent",
  "device",
  "machine",
  "workload",
  "private_key",
  "high_assurance",
];

/** A client as the defaults of a type create it. */
function clientOf(type: AppType, metadata: unknown) {
  const {
    grant_types = [],
    token_endpoint_auth_method = "",
    security_profile,
  } = appDefaults[type].client;
  return {
    grant_types,
    token_endpoint_auth_method,
    redirect_uris: [],
    metadata,
    ...(security_profile !== undefined && { security_profile }),
  };
}

for (const type of types) {
  test(`a client that was created as ${type} is shown as that`, () => {
    assert.equal(clientType(clientOf(type, { app_type: type })), appTypeLabels[type]);
  });
}

for (const type of ["web", "agent", "device", "machine", "workload", "private_key"] as const) {
  test(`a client with the settings of ${type} is shown as that, however it was created`, () => {
    for (const metadata of [{}, null, "tea", { app_type: 1 }, { app_type: "toString" }]) {
      assert.equal(appTypeOf(clientOf(type, metadata)), type);
    }
  });
}

test("settings that no longer fit the chosen type win", () => {
  const spa = clientOf("single_page", { app_type: "single_page" });
  const confidential = { ...spa, token_endpoint_auth_method: "client_secret_post" };
  assert.equal(clientType(confidential), "Web application");
  assert.equal(
    clientType({ ...confidential, grant_types: ["client_credentials"] }),
    "Machine to machine",
  );
});

test("a client without a secret is a native app where all redirect URIs are, else a public client", () => {
  const client = clientOf("native", {});
  assert.equal(clientType(client), "Public client");
  assert.equal(clientType({ ...client, redirect_uris: ["com.example:/callback"] }), "Native app");
  assert.equal(
    clientType({ ...client, redirect_uris: ["com.example:/", "https://a.example/"] }),
    "Public client",
  );
});
