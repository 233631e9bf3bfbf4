import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { DRAIN_MS, OLD_TIMEOUT_MS } from "../../packages/cli/src/commands/takeover-shadow.ts";
import { features } from "../../packages/cli/src/features.ts";
import { loadConfig } from "../../packages/server/src/process/composed-config.ts";
import { hashSlowly } from "../../packages/server/src/crypto/argon2id.ts";
import { generateClientSecret } from "../../packages/server/src/crypto/client-secret.ts";
import { mintFlowId, writeHandle } from "../../packages/server/src/crypto/flow-id.ts";
import { mintOpaqueToken } from "../../packages/server/src/crypto/opaque-token.ts";
import { createSigner } from "../../packages/server/src/crypto/signer.ts";
import { hasSettings } from "../../packages/server/src/config/setting.ts";
import { backchannelSettings } from "../../packages/server/src/features/backchannel/settings.ts";
import { deviceSettings } from "../../packages/server/src/features/device/settings.ts";
import { identitySettings } from "../../packages/identity/src/settings.ts";
import { MAX_COMPARED } from "../../packages/takeover/src/shadow/forward.ts";
import { MAX_BODY } from "../../packages/takeover/src/shadow/read-request.ts";
import { LEAD_MS } from "../../packages/takeover/src/shadow/shadow.ts";
import { workspaceSettings } from "../../packages/workspace/src/settings.ts";
import {
  USER_CODE_ALPHABET,
  USER_CODE_LENGTH,
} from "../../packages/server/src/features/device/rules/user-code.ts";

const root = join(import.meta.dirname, "../..");
const loaded = loadConfig({ features, flags: { dsn: "memory" } });
assert.ok(loaded.ok);
const { config } = loaded.value;
assert.ok(hasSettings(config, deviceSettings));
assert.ok(hasSettings(config, backchannelSettings));
assert.ok(hasSettings(config, workspaceSettings));
assert.ok(hasSettings(config, identitySettings));

const opaque = mintOpaqueToken(1_800_000_000_000);
const flowId = mintFlowId(1_800_000_000_000);
const challenge = writeHandle(createSigner(["a secret for this test"]), "login_challenge", flowId);
const argon2id = /m=(?<memory>\d+),t=(?<passes>\d+)/.exec(await hashSlowly("secret"))?.groups ?? {};
const TIME_BYTES = 6;
const replay = `${config["oauth2.grant.refresh_token.rotation_grace_period"]} seconds`;

/** Sentences of the pages, with their numbers computed by the code. */
const sentences: readonly (readonly [page: string, ...sentences: string[]])[] = [
  [
    "docs/concepts.md",
    `\`ttl.auth_code\` (${duration(config["ttl.auth_code"])})`,
    `\`ttl.access_token\` (${duration(config["ttl.access_token"])})`,
    `\`ttl.refresh_token\` (${duration(config["ttl.refresh_token"])} from each refresh)`,
    `\`ttl.id_token\` (${duration(config["ttl.id_token"])})`,
    `valid once, for ${duration(config["ttl.auth_code"])}`,
    `presented again within ${replay}`,
  ],
  ["docs/native-app.md", `valid for ${duration(config["ttl.refresh_token"])}`, `within ${replay}`],
  ["docs/web-app.md", `within ${replay}`],
  [
    "docs/devices.md",
    `eight of twenty consonants, about ${Math.round(USER_CODE_LENGTH * Math.log2(USER_CODE_ALPHABET.length))} bits, and valid for ${duration(config["ttl.device_user_code"])}`,
    `After ${config["limits.user_code.failures_per_browser"]} wrong codes in one browser, and after ${config["limits.user_code.failures_per_address"]} from one address`,
    `up to ${duration(config["limits.user_code.longest_wait"])}`,
    `every ${config["oauth2.device_authorization.token_polling_interval"]} seconds`,
  ],
  [
    "docs/shadow.md",
    `for more than ${OLD_TIMEOUT_MS / 1000 + 1} seconds; the shadow gives Hydra ${OLD_TIMEOUT_MS / 1000}`,
    `for up to ${DRAIN_MS / 1000} seconds`,
    `waits for that for ${LEAD_MS} ms at most`,
    `those beyond ${MAX_COMPARED / 1e6} MB`,
    `bodies beyond ${MAX_BODY / 1e6} MB with \`413\``,
    `within ${OLD_TIMEOUT_MS / 1000} seconds, in the middle`,
  ],
  [
    "docs/backchannel-authentication.md",
    `every ${config["oidc.backchannel_authentication.polling_interval"]} seconds`,
    `at most ${config["limits.backchannel_authentication.per_user"]} at a time, of which at most ${config["limits.backchannel_authentication.per_client"]} of one client`,
    `for ${duration(config["ttl.backchannel_authentication_request"])} (\`ttl.backchannel_authentication_request\`)`,
  ],
  [
    "docs/operating.md",
    `after ${config["limits.sign_in.failures_per_username"]} for a username and after ${config["limits.sign_in.failures_per_address"]} from an address`,
    `After ${config["limits.sign_in.failures_per_username_overall"]} for a username from many addresses, of which each counts ${config["limits.sign_in.failures_per_username"]} times at most`,
    `up to ${config["limits.sign_in.longest_wait"]} seconds`,
    `\`limits.database.statement_timeout\` (${config["limits.database.statement_timeout"]} seconds)`,
    `\`limits.database.startup_timeout\` (${config["limits.database.startup_timeout"]} seconds)`,
    `\`serve.limits.idle_timeout\` (${config["serve.limits.idle_timeout"]} seconds)`,
    `\`serve.limits.shutdown_timeout\` (${config["serve.limits.shutdown_timeout"]} seconds)`,
    `\`workspace.replay_window\` (${config["workspace.replay_window"]} seconds)`,
    `\`ttl.backchannel_logout\` (${duration(config["ttl.backchannel_logout"])})`,
    `| \`workspace.rate_limit.requests\` | ${config["workspace.rate_limit.requests"]} |`,
    `| \`workspace.rate_limit.failed_authentications\` | ${config["workspace.rate_limit.failed_authentications"]} |`,
    `| \`workspace.rate_limit.per_address\` | ${config["workspace.rate_limit.per_address"]} |`,
    `more than ${config["limits.request.scopes"]} scopes`,
    `it allows ${config["limits.rate.authorizations"]} a minute`,
  ],
  ["docs/deploying.md", `(${config["serve.limits.idle_timeout"]} seconds)`],
  ["docs/alerts.md", `\`ttl.backchannel_logout\` (${duration(config["ttl.backchannel_logout"])})`],
  [
    "docs/decisions/0007-time-ordered-token-signatures.md",
    `${TIME_BYTES} bytes of expiry time in milliseconds and ${bytesOf(opaque.token) - TIME_BYTES} random bytes`,
    `${opaque.signature.length - TIME_BYTES} bytes of the token's SHA-256`,
    `${8 * (bytesOf(opaque.token) - TIME_BYTES)} random bits`,
  ],
  [
    "docs/decisions/0009-client-secrets.md",
    `\`lk_cs_\` and ${bytesOf(generateClientSecret())} random bytes`,
    `(${Number(argon2id["memory"]) / 1024} MiB, ${argon2id["passes"]} passes`,
  ],
  [
    "docs/decisions/0018-codes-and-tokens-of-a-grant-are-derived.md",
    `truncated to ${6 * (challenge.length - flowId.length)} bits`,
    `MAC (${challenge.length - flowId.length} characters)`,
    `for ${replay}`,
  ],
  [
    "docs/decisions/0028-looking-on.md",
    `${8 * (Buffer.from(flowId, "base64url").length - TIME_BYTES) - 1} random bits`,
  ],
  [
    "docs/decisions/0040-signed-flow-ids.md",
    `one id of ${Buffer.from(flowId, "base64url").length} bytes`,
    `the id (${flowId.length} characters)`,
    `${6 * (challenge.length - flowId.length)} bits (${challenge.length - flowId.length} characters)`,
  ],
  [
    "docs/decisions/0043-platform-hmac-and-pooled-random-bytes.md",
    `truncated to ${6 * (challenge.length - flowId.length)} bits`,
  ],
  [
    "docs/decisions/0013-jose-verifies-node-signs.md",
    `RSA keys have ${config["oidc.rsa_bits"]} bits`,
  ],
];

describe("numbers in the documentation are those of the code", () => {
  for (const [page, ...expected] of sentences) {
    it(`in ${page}`, () => {
      const text = readFileSync(join(root, page), "utf8");
      assert.deepEqual(
        expected.filter((sentence) => !text.includes(sentence)),
        [],
      );
    });
  }
});

/** Bytes of a token behind its prefix. */
function bytesOf(token: string): number {
  return Buffer.from(token.replace(/^lk_[a-z]+_/, ""), "base64url").length;
}

/** Seconds in the largest unit that fits. */
function duration(seconds: number | "never"): string {
  if (seconds === "never") return seconds;
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? ["second", 1];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
