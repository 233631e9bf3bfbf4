import assert from "node:assert/strict";
import { it } from "node:test";

import { renderConfig } from "./effective.ts";
import { loadConfig } from "../process/composed-config.ts";
import type { LoadedConfig } from "./load.ts";

function load(flags: Readonly<Record<string, unknown>>): LoadedConfig {
  const loaded = loadConfig({ flags });
  assert.ok(loaded.ok);
  return loaded.value;
}

it("secrets are masked, and other values are not", () => {
  const yaml = renderConfig(
    load({
      dsn: "postgres://latchkey:hunter2@hunter2@db/latchkey?password=hunter2&sslmode=require&sslpassword=hunter2",
      "secrets.system": ["hunter2hunter2hunter2", "hunter2hunter2hunter3"],
      "oidc.subject_identifiers.pairwise.salt": "hunter2hunter2",
      "serve.tls.key.base64": "hunter2",
      "serve.admin.api_keys": [`read+keys:${"hunter2".repeat(7).slice(0, 43)}`],
    }),
  );
  assert.doesNotMatch(yaml, /hunter/);
  assert.match(
    yaml,
    /^dsn: postgres:\/\/latchkey:\*+@db\/latchkey\?password=\*+&sslmode=require&sslpassword=\*+ # --dsn$/m,
  );
  assert.match(yaml, /^secrets.system: \[ "\*+", "\*+" \] # --secrets.system$/m);
  assert.match(yaml, /^serve.admin.api_keys: \[ read\+keys:\*+ \]/m);
});

it("the output can be loaded again, with the same result", () => {
  const before = load({
    "ttl.refresh_token": "-1",
    "ttl.access_token": "90s",
    "serve.limits.idle_timeout": "1500ms",
    "urls.login": "https://login.example/#/in?a=b: c",
    "log.level": "fatal",
    "oidc.dynamic_client_registration.default_scope": ["true", "1", "a: b"],
  });
  const again = loadConfig({ files: ["shown"], read: () => renderConfig(before) });
  assert.ok(again.ok);
  assert.deepEqual(again.value.config, before.config);
});
