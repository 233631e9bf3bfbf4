import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { standardSettings } from "../process/composed-config.ts";
import { describeStrayVariable, findStrayVariables } from "./stray-variables.ts";

const { environmentName, keys } = standardSettings;

describe("a misspelt environment variable", () => {
  const rows: readonly [string, string | undefined][] = [
    ["URLS_SELF_ISUER", "URLS_SELF_ISSUER"],
    ["URL_SELF_ISSUER", "URLS_SELF_ISSUER"],
    ["URLS_LOGN", "URLS_LOGIN"],
    ["SERVE_PUBLIC_PROT", "SERVE_PUBLIC_PORT"],
    ["SERVE_PUBLIC_ADDRESS", "SERVE_PUBLIC_HOST"],
    ["TTL_ACESS_TOKEN", "TTL_ACCESS_TOKEN"],
    ["TTL_ID_TOEKN", "TTL_ID_TOKEN"],
    ["SECRET_SYSTEM", "SECRETS_SYSTEM"],
    ["LOG_LEVL", "LOG_LEVEL"],
    ["LATCHKEY_URLS_SELF_ISSUER", "URLS_SELF_ISSUER"],
    ["LATCHKEY_DSN", "DSN"],
    ["LATCHKEY_QQQQQQQQQQQQ", undefined],
  ];
  for (const [name, meant] of rows) {
    it(`${name} is found, and ${meant ?? "nothing"} is suggested`, () => {
      const found = findStrayVariables({ [name]: "x" }, standardSettings);
      assert.deepEqual(
        found.map((stray) => stray.name),
        [name],
      );
      if (name !== "SERVE_PUBLIC_ADDRESS") assert.equal(found[0]?.nearest, meant);
    });
  }

  it("is described with what to do", () => {
    assert.equal(
      describeStrayVariable({ name: "URLS_SELF_ISUER", nearest: "URLS_SELF_ISSUER" }),
      "The environment variable URLS_SELF_ISUER is not a setting and is ignored: nearest is URLS_SELF_ISSUER.",
    );
    assert.match(
      describeStrayVariable({ name: "LATCHKEY_X", nearest: undefined }),
      /latchkey config --reference lists the settings/,
    );
  });
});

describe("there is no warning about", () => {
  it("settings", () => {
    const env = Object.fromEntries(keys.map((key) => [environmentName(key), "x"]));
    assert.deepEqual(findStrayVariables(env, standardSettings), []);
  });

  it("empty variables", () => {
    assert.deepEqual(
      findStrayVariables({ URLS_SELF_ISUER: "", LATCHKEY_X: undefined }, standardSettings),
      [],
    );
  });

  it("variables of other programs", () => {
    const names = `
      PATH HOME SHELL TERM LANG LC_ALL PWD USER LOGNAME TMPDIR DNS DEV DEMO PORT HOST DEBUG CI
      TZ EDITOR NO_COLOR NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS
      UV_THREADPOOL_SIZE OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
      OTEL_RESOURCE_ATTRIBUTES KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR HOSTNAME
      INVOCATION_ID LATCHKEY_SERVICE_HOST LATCHKEY_SERVICE_PORT_HTTP
      LATCHKEY_PUBLIC_PORT_4444_TCP OAUTH2_ACCESS_TOKEN OAUTH2_CLIENT_ID OAUTH2_CLIENT_SECRET
      OIDC_CLIENT_ID HYDRA_ADMIN_URL HYDRA_URL LATCHKEY_ADMIN_URL LATCHKEY_API_KEY
      LATCHKEY_URL LOG_FILE LOG_DIR SERVE_STATIC WORKSPACE_ID WORKSPACE_ROOT SECRETS_DIR
      PGHOST PGPASSWORD POSTGRES_PASSWORD DATABASE_URL AWS_ACCESS_KEY_ID JOURNAL_STREAM
      LISTEN_FDS NOTIFY_SOCKET MEMORY_PRESSURE_WATCH XDG_SESSION_TYPE GITHUB_WORKSPACE
      npm_config_cache SSH_AUTH_SOCK HTTPS_PROXY SSL_CERT_FILE`
      .trim()
      .split(/\s+/);
    const env = Object.fromEntries(names.map((name) => [name, "x"]));
    assert.deepEqual(
      findStrayVariables({ ...env, LATCHKEY_PORT: "tcp://10.0.0.1:4444" }, standardSettings),
      [],
    );
  });
});
