import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { parseArguments } from "../arguments/parse-arguments.ts";
import { UsageError } from "../arguments/command.ts";
import { commands } from "./commands.ts";
import { findHydraCommand, hydraCommands, translateFlags } from "./hydra-names.ts";

/** What a command line of Hydra sets here: its command, arguments and flags. */
async function read(line: string): Promise<readonly [string, readonly string[], object]> {
  const typed = line.split(" ");
  const name = [3, 2, 1].map((length) => typed.slice(0, length).join(" ")).find(isCommand);
  const { command, rest } =
    name === undefined
      ? (findHydraCommand(typed) ?? assert.fail(`No command is meant by ${line}`))
      : { command: name, rest: typed.slice(name.split(" ").length) };
  const loaded = await (commands[command] ?? assert.fail(command)).load();
  const args = await parseArguments(translateFlags(command, rest, loaded.options), loaded);
  return [command, args.words, Object.fromEntries(args.flags)];
}

function isCommand(name: string): boolean {
  return Object.hasOwn(commands, name);
}

describe("a command line of Hydra v2", () => {
  const table: readonly [line: string, command: string, words: readonly string[], flags: object][] =
    [
      [
        "create oauth2-client --name photos --grant-type authorization_code,refresh_token --response-type code --scope openid,offline --redirect-uri http://127.0.0.1/cb --format json-pretty -e http://admin:4445",
        "clients create",
        [],
        {
          name: ["photos"],
          "grant-types": ["authorization_code,refresh_token"],
          "response-types": ["code"],
          scope: ["openid,offline"],
          callbacks: ["http://127.0.0.1/cb"],
          format: ["json"],
          endpoint: ["http://admin:4445"],
        },
      ],
      [
        "create client --grant-type=client_credentials --audience a --contact b@c.example --post-logout-callback https://a.example/ --allowed-cors-origin https://a.example --request-uri https://a.example/r --format=json-pretty",
        "clients create",
        [],
        {
          "grant-types": ["client_credentials"],
          audience: ["a"],
          contacts: ["b@c.example"],
          "post-logout-callbacks": ["https://a.example/"],
          "allowed-cors-origins": ["https://a.example"],
          "request-uris": ["https://a.example/r"],
          format: ["json"],
        },
      ],
      [
        "update oauth2-client photos --backchannel-logout-callback https://a.example/b --frontchannel-logout-callback https://a.example/f --skip-consent --access-token-strategy jwt",
        "clients update",
        ["photos"],
        {
          "backchannel-logout-uri": ["https://a.example/b"],
          "frontchannel-logout-uri": ["https://a.example/f"],
          "skip-consent": ["true"],
          "access-token-strategy": ["jwt"],
        },
      ],
      ["get oauth2-client photos --format yaml", "clients get", ["photos"], { format: ["yaml"] }],
      ["get client photos", "clients get", ["photos"], {}],
      ["list oauth2-clients --page-size 50", "clients list", [], { limit: ["50"] }],
      ["list clients", "clients list", [], {}],
      ["delete oauth2-client a b", "clients delete", ["a", "b"], {}],
      ["import oauth2-client a.json b.json", "clients import", ["a.json", "b.json"], {}],
      ["import clients a.json", "clients import", ["a.json"], {}],
      ["create jwk set kid --alg ES256", "keys create", ["set", "kid"], { alg: ["ES256"] }],
      ["create jwks set --use enc", "keys create", ["set"], { use: ["enc"] }],
      ["get jwks set --public", "keys get", ["set"], { public: ["true"] }],
      ["import jwk set a.pem --alg RS256", "keys import", ["set", "a.pem"], { alg: ["RS256"] }],
      ["delete jwks a b", "keys delete", ["a", "b"], {}],
      [
        "perform authorization-code --client-id photos -p 5555 --no-open --scope openid",
        "token user",
        [],
        { "client-id": ["photos"], port: ["5555"], "no-open": ["true"], scope: ["openid"] },
      ],
      [
        "perform client-credentials --client-id photos --client-secret s --scope a",
        "token client",
        [],
        { "client-id": ["photos"], "client-secret": ["s"], scope: ["a"] },
      ],
      [
        "perform device-code --client-id tv --audience a",
        "token device",
        [],
        { "client-id": ["tv"], audience: ["a"] },
      ],
      ["introspect token t --scope a", "token introspect", ["t"], { scope: ["a"] }],
      ["revoke token t --client-id a", "token revoke", ["t"], { "client-id": ["a"] }],
      ["delete access-tokens photos", "token delete", [], { "client-id": ["photos"] }],
      ["migrate sql up -e -y", "migrate sql up", [], { "read-from-env": ["true"], yes: ["true"] }],
      ["serve all -c a.yml", "serve", ["all"], { config: ["a.yml"] }],
    ];
  for (const [line, ...expected] of table)
    it(line, async () => assert.deepEqual(await read(line), expected));
});

describe("a command line of Hydra v1", () => {
  const table: readonly [line: string, command: string, words: readonly string[], flags: object][] =
    [
      [
        "clients create --id a -g client_credentials -r token -a b,c -c https://a.example/ -n A --backchannel-logout-callback https://a.example/b --endpoint http://admin:4445",
        "clients create",
        [],
        {
          id: ["a"],
          "grant-types": ["client_credentials"],
          "response-types": ["token"],
          scope: ["b,c"],
          callbacks: ["https://a.example/"],
          name: ["A"],
          "backchannel-logout-uri": ["https://a.example/b"],
          endpoint: ["http://admin:4445"],
        },
      ],
      ["clients update a --secret s", "clients update", ["a"], { secret: ["s"] }],
      ["clients list --limit 5 --page 2", "clients list", [], { limit: ["5"], page: ["2"] }],
      ["clients delete a b", "clients delete", ["a", "b"], {}],
      ["clients import a.json", "clients import", ["a.json"], {}],
      ["keys create set -a RS256 -u sig", "keys create", ["set"], { alg: ["RS256"], use: ["sig"] }],
      ["keys get set", "keys get", ["set"], {}],
      ["keys delete set", "keys delete", ["set"], {}],
      ["keys import set a.pem", "keys import", ["set", "a.pem"], {}],
      ["token client --client-id a", "token client", [], { "client-id": ["a"] }],
      ["token user --client-id a --port 1", "token user", [], { "client-id": ["a"], port: ["1"] }],
      ["token introspect t", "token introspect", ["t"], {}],
      ["token revoke t --client-id a", "token revoke", ["t"], { "client-id": ["a"] }],
      ["token delete --client-id a", "token delete", [], { "client-id": ["a"] }],
      ["token flush --min-age 1h", "token flush", [], { "min-age": ["1h"] }],
      ["migrate sql -e --yes", "migrate sql", [], { "read-from-env": ["true"], yes: ["true"] }],
      ["janitor --tokens --limit 5", "janitor", [], { tokens: ["true"], limit: ["5"] }],
      ["version", "version", [], {}],
    ];
  for (const [line, ...expected] of table)
    it(line, async () => assert.deepEqual(await read(line), expected));
});

describe("the table of names", () => {
  it("names commands that exist, and renames no flag of theirs", async () => {
    for (const { command, flags = {}, refused = {} } of hydraCommands) {
      const { options } = await (commands[command] ?? assert.fail(command)).load();
      for (const ours of Object.values(flags))
        assert.ok(Object.hasOwn(options, ours.slice(2)), `${command} ${ours}`);
      for (const theirs of [...Object.keys(flags), ...Object.keys(refused)])
        assert.ok(!Object.hasOwn(options, theirs.slice(2)), `${command} ${theirs}`);
    }
  });

  it("takes no name of another command", () => {
    const names = hydraCommands.flatMap((row) => row.names);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.ok(!isCommand(name), name);
  });

  it("explains flags without a counterpart", async () => {
    for (const line of [
      "list clients --page-token abc",
      "create client --file a.json",
      "perform authorization-code --state abcdefgh",
      "perform device-code -p 4444",
      "get client a -H a:b",
      "janitor --grants",
    ])
      await assert.rejects(read(line), (error: unknown) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, /^--?[\w-]+ is not supported: .+\.$/);
        return true;
      });
  });

  it("leaves what follows -- as it is", async () => {
    assert.deepEqual(await read("delete client -- --page-size"), [
      "clients delete",
      ["--page-size"],
      {},
    ]);
  });
});
