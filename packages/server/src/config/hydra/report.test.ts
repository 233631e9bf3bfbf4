import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeHydraSettings } from "./report.ts";
import { loadConfig } from "../../process/composed-config.ts";
import { describeProblem } from "../problem.ts";

function report(yaml: string, flags = {}): string | undefined {
  const result = loadConfig({ files: ["hydra.yml"], read: () => yaml, flags });
  assert.ok(result.ok, result.ok ? "" : result.error.map(describeProblem).join("\n"));
  return describeHydraSettings(result.value);
}

describe("the report on a settings file of Ory Hydra", () => {
  it("of v2 lists what is carried, what is not, and which defaults differ", () => {
    const text = report(
      `dsn: memory
serve: { public: { request_log: { disable_for_health: true } }, cookies: { domain: example.com } }
urls: { self: { issuer: https://id.example.com } }
log: { format: text }
tracing: { provider: otel, providers: { otlp: { server_url: "collector:4318" } } }
`,
      { "ttl.id_token": "2h" },
    );
    assert.equal(
      text,
      `Settings of Ory Hydra v2 (by serve.public.request_log.disable_for_health, which only v2 has; set by hydra.yml).

Carried over:
  dsn, urls.self.issuer, log.format

Carried over under another name:
  tracing.providers.otlp.server_url: tracing.otlp_endpoint
  serve.public.request_log.disable_for_health: serve.public.access_log.disable_for_health

Without an effect here:
  serve.cookies.domain: cookies are for the host of the issuer only

Defaults that differ:
  serve.public.host: 127.0.0.1 here, every address there
  serve.admin.host: 127.0.0.1 here, every address there
  oauth2.grant.refresh_token.rotation_grace_period: 10s here, 0s there
  oauth2.pkce.enforced_for_public_clients: true here, false there
  ttl.login_consent_request: 1h here, 30m there
  strategies.jwt.scope_claim: both here, list there
  tracing.sampling_ratio: 1 here, 0 there
  remember_for: 0 at a login: until the browser closes here, for ttl.authentication_session there since 25.4

TLS:
  both listeners serve plain HTTP
`,
    );
  });

  it("of v1 has the defaults of v1", () => {
    const text = report(
      `version: v1.11.8
serve: { public: { host: 0.0.0.0 } }
urls: { self: { issuer: https://id.example.com } }
`,
    );
    assert.equal(
      text,
      `Settings of Ory Hydra v1 (by version; set by hydra.yml).

Carried over:
  serve.public.host, urls.self.issuer

Defaults that differ:
  serve.admin.host: 127.0.0.1 here, every address there
  oauth2.grant.refresh_token.rotation_grace_period: 10s here, no such period there
  oauth2.pkce.enforced_for_public_clients: true here, false there
  strategies.jwt.scope_claim: both here, list there
  log.format: json here, text there

TLS:
  both listeners serve TLS
`,
    );
  });

  it("says what to set where nothing tells the generation and the listeners serve TLS", () => {
    const text = report("profiling: cpu\nurls: { self: { issuer: https://id.example.com } }\n");
    assert.match(text ?? "", /^Settings of Ory Hydra, of v1 or v2: nothing tells which\.\n/);
    assert.match(text ?? "", /serve TLS\n {2}v2 serves plain HTTP .*: set it if this is for v2\n$/);
  });

  it("is not there for settings that tell nothing of Hydra", () => {
    assert.equal(report("log: { level: info }"), undefined);
  });
});
