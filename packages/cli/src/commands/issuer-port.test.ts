import assert from "node:assert/strict";
import { test } from "node:test";

import { loadConfig } from "@latchkey/server";

import { describeIssuerPort } from "./issuer-port.ts";

const cases: [title: string, flags: Readonly<Record<string, unknown>>, warns: boolean][] = [
  ["the default port", {}, false],
  ["another port alone", { "serve.public.port": 5544 }, true],
  ["any free port", { "serve.public.port": 0 }, false],
  [
    "another port with its issuer",
    { "serve.public.port": 5544, "urls.self.issuer": "http://127.0.0.1:5544" },
    false,
  ],
  [
    "another port behind a proxy",
    { "serve.public.port": 5544, "urls.self.public": "https://id.example" },
    false,
  ],
];

for (const [title, flags, warns] of cases) {
  test(`${title} ${warns ? "has" : "has no"} warning about the issuer`, () => {
    const loaded = loadConfig({ flags });
    assert.ok(loaded.ok);
    const warning = describeIssuerPort(loaded.value);
    if (warns) assert.match(warning ?? "", /Set urls\.self\.issuer to http:\/\/127\.0\.0\.1:5544,/);
    else assert.equal(warning, undefined);
  });
}
