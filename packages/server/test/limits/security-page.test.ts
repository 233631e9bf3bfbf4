import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { MAX_HASH_WORK } from "@latchkey/api";
import { settings as composed } from "../../../cli/src/features.ts";
import { hasSettings } from "../../src/config/setting.ts";
import { mintApiKey } from "../../src/crypto/api-key.ts";
import { hashSlowly } from "../../src/crypto/argon2id.ts";
import { generateClientSecret } from "../../src/crypto/client-secret.ts";
import { MAX_IMPORTED_WORK } from "../../src/crypto/hash-lanes.ts";
import { mintFlowId } from "../../src/crypto/flow-id.ts";
import { identitySettings } from "../../../identity/src/settings.ts";
import { generateIntegrationToken } from "../../../workspace/src/integration-token.ts";
import { mintOpaqueToken } from "../../src/crypto/opaque-token.ts";
import { createSigner } from "../../src/crypto/signer.ts";
import { registrationSettings } from "../../src/features/registration/settings.ts";
import { MAX_UNSENT } from "../../src/http/listener/unsent-responses.ts";
import { testConfig } from "../support/server.ts";

const { rows: settings } = composed;

const page = readFileSync(join(import.meta.dirname, "../../../../SECURITY.md"), "utf8");
const config = testConfig();
assert.ok(hasSettings(config, registrationSettings));
assert.ok(hasSettings(config, identitySettings));
const TIME_BYTES = 6;

/** The bytes of a token behind its prefix. */
function bytesOf(token: string): Buffer {
  return Buffer.from(token.slice(token.lastIndexOf("_", token.indexOf("_", 3)) + 1), "base64url");
}

const opaque = mintOpaqueToken(1_800_000_000_000);
const signed = createSigner(["a secret for this test only"]).sign("a purpose", "id");
const argon2id = /m=(?<memory>\d+),t=(?<passes>\d+)/.exec(await hashSlowly("secret"))?.groups ?? {};

/** Sentences of the page, with their numbers computed from the code. */
const sentences: [what: string, sentence: string][] = [
  ["opaque tokens", `${bytesOf(opaque.token).length - TIME_BYTES} random bytes and its expiry`],
  ["what is stored of them", `${8 * (opaque.signature.length - TIME_BYTES)} bits of its SHA-256`],
  ["signatures", `HMAC-SHA-256 cut to ${6 * (signed.length - "id".length)} bits`],
  [
    "ids of flows",
    `${8 * (Buffer.from(mintFlowId(0), "base64url").length - TIME_BYTES) - 1} random bits`,
  ],
  ["passwords", `argon2id, ${Number(argon2id["memory"]) / 1024} MiB, ${argon2id["passes"]} passes`],
  ["client secrets", `${bytesOf(generateClientSecret()).length} random bytes (\`lk_cs_…\`)`],
  [
    "tokens of integrations",
    `${bytesOf(generateIntegrationToken("00000000-0000-4000-8000-000000000000")).length - 16} random bytes (\`lk_wit_…\`)`,
  ],
  ["API keys", `${bytesOf(mintApiKey()).length} random bytes (\`lk_key_…\`)`],
  [
    "replayed refresh tokens",
    `more than ${config["oauth2.grant.refresh_token.rotation_grace_period"]} seconds after its successor`,
  ],
  [
    "parameters",
    `${config["limits.request.parameters"]} parameters of ${config["limits.request.parameter_length"]} characters`,
  ],
  ["tokens in parameters", `(tokens and assertions ${config["limits.request.token_length"]})`],
  [
    "scopes and audiences",
    `${config["limits.request.scopes"]} scopes and ${config["limits.request.audiences"]} audiences`,
  ],
  ["stored uses", `and ${config["limits.rate.pushed_requests"]} a minute from one address`],
  ["responses that are not read", `more than ${MAX_UNSENT} responses wait for their client`],
  ["nesting", `nested ${config["limits.request.json_depth"]} levels deep`],
  [
    "rows that unauthenticated requests store",
    `may be ${config["limits.request.authorization_length"]} characters long`,
  ],
  ["how often", `may start ${config["limits.rate.authorizations"]} a minute`],
  ["clients of strangers", `At most ${config["limits.strangers.clients"]} clients are stored`],
  ["their size", `Each is at most ${config["limits.registration.body_bytes"]} bytes`],
  [
    "failed sign-ins",
    `After ${config["limits.sign_in.failures_per_username"]} failed sign-ins to an account from an address, or ${config["limits.sign_in.failures_per_address"]} from an address to any account`,
  ],
  [
    "failed sign-ins from many addresses",
    `after ${config["limits.sign_in.failures_per_username_overall"]} failures from many addresses, of which each counts ${config["limits.sign_in.failures_per_username"]} times at most`,
  ],
  ["their wait", `up to ${config["limits.sign_in.longest_wait"]} seconds`],
  ["hashes that take long", `more than ${MAX_IMPORTED_WORK} times the work`],
  ["hashes that are refused", `more than ${MAX_HASH_WORK} times the work of our own`],
  ["slow hashes", `a wait ends after ${config["limits.hash.longest_wait"]} seconds`],
  ["the database", `waits for it ${config["limits.database.statement_timeout"]} seconds at most`],
];

describe("SECURITY.md says what the code does", () => {
  for (const [what, sentence] of sentences) {
    it(`about ${what}`, () => assert.ok(page.includes(sentence), `it does not say: ${sentence}`));
  }

  it("in settings that exist", () => {
    const named = [
      ...page.matchAll(/`((?:serve|limits|secrets|oauth2|log|urls)\.(?!json)[\w.]+)`/g),
    ];
    assert.ok(named.length > 10, "no settings were found");
    const unknown = named.map(([, key = ""]) => key).filter((key) => !Object.hasOwn(settings, key));
    assert.deepEqual(unknown, []);
  });
});
