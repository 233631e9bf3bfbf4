import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "@latchkey/server";
import { describeSelfSigned } from "./self-signed.ts";

const https = { "urls.self.issuer": "https://id.example.com" };
const both =
  /^both listeners serve TLS with a self-signed certificate, .*serve\.tls\.enabled to false/;

const rows: readonly (readonly [title: string, flags: object, warning: RegExp | undefined])[] = [
  ["an http issuer", {}, undefined],
  ["an https issuer", https, both],
  ["an https issuer of this machine", { "urls.self.issuer": "https://localhost:4444" }, undefined],
  ["TLS that is off", { ...https, "serve.tls.enabled": false }, undefined],
  ["a proxy", { ...https, "serve.tls.allow_termination_from": "10.0.0.0/8" }, undefined],
  ["a certificate", { ...https, "serve.tls.key.path": "k", "serve.tls.cert.path": "c" }, undefined],
  [
    "a certificate of the public listener",
    { ...https, "serve.public.tls.key.path": "k", "serve.public.tls.cert.path": "c" },
    /^the admin listener serves TLS/,
  ],
];

for (const [title, flags, warning] of rows) {
  test(`${title} ${warning === undefined ? "has no" : "has a"} warning about the certificate`, () => {
    const loaded = loadConfig({ flags: { ...flags } });
    assert.ok(loaded.ok);
    const said = describeSelfSigned(loaded.value.config, "all");
    if (warning === undefined) assert.equal(said, undefined);
    else assert.match(said ?? "", warning);
  });
}
