import { describe, it } from "node:test";
import { RuleTester } from "oxlint/plugins-dev";
import plugin from "./names.ts";

RuleTester.describe = (title, run) => void describe(title, run);
RuleTester.it = (title, run) => void it(title, run);
const tester = new RuleTester({ languageOptions: { parserOptions: { lang: "ts" } } });

tester.run("a constant that holds a boolean is a predicate", plugin.rules.booleans, {
  valid: [
    "const isFirst = index === 0;",
    "const hasRoom = size < 10 && !closed;",
    "const takesUsers = grant_types.includes('authorization_code');",
    "const { active } = token;",
    "const active = expires_at > now; respond({ active });",
    "const IS_TEST = name === 'test';",
    "const name = names.find((one) => one === wanted);",
    "const first = index === 0 ? 'a' : 'b';",
    "let closed = false;",
    "const version = isIP(address);",
  ],
  invalid: [
    "const first = index === 0;",
    "const is_first = index === 0;",
    "const too_fast = now < due && !forced;",
    "const island = await isKnown(name);",
    "const signed = !(key in keys);",
    "const known = ids?.has(id);",
  ].map((code) => ({ code, errors: 1 })),
});

tester.run("a local in snake_case is named as a field that the file uses", plugin.rules.locals, {
  valid: [
    "const byKey = new Map();",
    "const client_id = form.get('client_id');",
    "const client_id = read(); respond({ client_id });",
    "interface Client { client_id: string } const client_id = read();",
    "const expires_at = now + 60; token.expires_at = expires_at;",
    "const { grant_id } = token;",
    "const MAX_AGE = 60;",
  ],
  invalid: ["const by_key = new Map();", "let give_up_at = now + 60;"].map((code) => ({
    code,
    errors: 1,
  })),
});
