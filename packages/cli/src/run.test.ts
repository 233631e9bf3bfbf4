import assert from "node:assert/strict";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";

import { clientFieldGroups } from "@latchkey/api";

import { commands } from "./commands/commands.ts";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-cli-"));
after(() => rmSync(folder, { recursive: true }));

async function type(line: string, env: Record<string, string> = {}) {
  let out = "";
  let err = "";
  const code = await run(line.split(" ").filter(Boolean), {
    env,
    out: (text) => (out += text),
    err: (text) => (err += text),
    secret: () => Promise.resolve(""),
    terminal: false,
    colour: false,
    progress: false,
    open: () => {},
    stopped: () => Promise.resolve(),
    inputClosed: () => Promise.resolve(),
  });
  return { code, out, err };
}

describe("the command explains itself", () => {
  const mistakes: readonly [typed: string, code: number, says: RegExp][] = [
    ["serv", 2, /Unknown command latchkey serv: did you mean latchkey serve\?/],
    ["migrate sq", 2, /did you mean latchkey migrate sql\?/],
    ["clients crate", 2, /did you mean latchkey clients create\?/],
    ["clients create --nme=Photos", 2, /Unknown flag --nme: did you mean --name\?/],
    ["clients create --redirect-uris=https://a.example", 2, /did you mean --callbacks\?/],
    ["clients create --client-id=photos", 2, /did you mean --id\?/],
    ["clients update photos --client-name=Photos", 2, /did you mean --name\?/],
    [
      "clients get",
      2,
      /Missing argument: the client ID\.\nRun latchkey help clients get for usage/,
    ],
    ["clients list --format=xml", 2, /--format takes table, json or yaml, not xml/],
    ["clients list --limit=few", 2, /--limit takes a whole number from 1 up, not few/],
    ["clients list --endpoint=localhost", 2, /--endpoint must begin with .*, not localhost/],
    ["clients list --fail-after=soon", 2, /--fail-after takes a time such as 90s/],
    ["clients create --keybase=alice", 2, /--keybase is not supported/],
    ["clients create --metadata={", 2, /--metadata takes JSON/],
    ["api-keys crate", 2, /did you mean latchkey api-keys create\?/],
    ["clientz", 2, /did you mean latchkey clients\?/],
    ["list accounts", 2, /did you mean latchkey accounts list\?/],
    ["users list", 2, /Unknown command latchkey users list: did you mean latchkey accounts list\?/],
    ["users invite a@b.example", 2, /did you mean latchkey accounts invite\?/],
    ["webhooks", 2, /Unknown command latchkey webhooks: did you mean latchkey event-receivers\?/],
    ["webhooks add", 2, /did you mean latchkey event-receivers create\?/],
    ["operators create bob", 2, /did you mean latchkey operators add\?/],
    ["admins add bob", 2, /did you mean latchkey operators add\?/],
    ["api-keys delete 1", 2, /did you mean latchkey api-keys revoke\?/],
    ["api-keys add", 2, /did you mean latchkey api-keys create\?/],
    ["end user alice", 2, /did you mean latchkey end subject\?/],
    ["providers new", 2, /did you mean latchkey identity-providers create\?/],
    ["workspaces members new", 2, /did you mean latchkey workspaces members /],
    ["create constructor", 2, /Unknown command latchkey create constructor\./],
    ["--serve", 2, /Unknown command latchkey --serve/],
    ["constructor", 2, /Unknown command latchkey constructor/],
    ["migrate sql down", 2, /takes a dsn, not down\. .*latchkey migrate status/],
    ["serve both", 2, /all, public or admin, not both/],
    ["serve all admin", 2, /admin is an unexpected argument/],
    ["config --ttl.id_tokn=2h", 2, /Unknown flag --ttl\.id_tokn: did you mean --ttl\.id_token\?/],
    ["config -c", 2, /-c needs a value/],
    ["api-keys create", 2, /Missing flag: --name says what the key is for/],
    ["api-keys create --name CI --role king", 2, /--role/],
    ["operators add", 2, /Missing argument: a username/],
    ["operators add bob", 2, /Missing flag: --role/],
    ["api-keys create --scope read,fly", 2, /Unknown scope fly/],
    [
      "config --ttl.id_token=2",
      3,
      /ttl\.id_token must be a duration .* \(set by --ttl\.id_token\)/,
    ],
    ["config -c /nowhere/latchkey.yml", 3, /\/nowhere\/latchkey\.yml cannot be read/],
    ["migrate sql mysql://db", 3, /dsn must be memory/],
    ["serve --serve.public.host=0.0.0.0", 3, /urls\.self\.issuer must begin with https:/],
  ];
  for (const [typed, code, says] of mistakes) {
    it(`latchkey ${typed} → ${code}`, async () => {
      const answer = await type(typed);
      assert.match(answer.err, says);
      assert.equal(answer.code, code);
      assert.equal(answer.out, "");
    });
  }

  it("every command has help with an example, and help names every command", async () => {
    const overview = await type("help");
    assert.equal(overview.code, 0);
    for (const name of Object.keys(commands)) {
      for (const word of name.split(" ").slice(0, 2)) assert.ok(overview.out.includes(word));
      for (const line of [`help ${name}`, `${name} --help`, `${name} -h`]) {
        const { code, out } = await type(line);
        assert.equal(code, 0);
        assert.match(out, new RegExp(`Usage: latchkey ${name}[^]*Examples:\n  .*latchkey ${name}`));
      }
    }
  });

  it("help names the field that a flag sets, where the names differ", async () => {
    const { out } = await type("help clients create");
    assert.match(out, /--callbacks … .*\(redirect_uris\)$/m);
    assert.match(out, /--tos-uri … .*service\.$/m);
  });

  it("nothing typed shows the overview, and is not a success", async () => {
    const { code, out } = await type("");
    assert.match(out, /Usage: latchkey <command>/);
    assert.equal(code, 2);
  });

  it("a noun shows its verbs, and is a success only when help was asked for", async () => {
    const bare = await type("clients");
    assert.match(bare.out, /^ {2}clients create +Creates a client/m);
    assert.equal(bare.code, 2);
    assert.deepEqual(await type("help clients"), { ...bare, code: 0 });
    assert.deepEqual(await type("clients --help"), { ...bare, code: 0 });
  });
});

describe("latchkey config", () => {
  it("shows where each setting comes from, and no secret", async () => {
    const file = join(folder, "latchkey.yml");
    writeFileSync(file, "ttl:\n  access_token: 90m\n");
    const { code, out } = await type(`config -c ${file} --oauth2.pkce.enforced --log.level debug`, {
      SECRETS_SYSTEM: "correct horse battery staple",
      DSN: "postgres://latchkey:hunter2@db/latchkey",
    });
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^ttl.access_token: 90m # ${file}$`, "m"));
    assert.match(out, /^oauth2.pkce.enforced: true # --oauth2.pkce.enforced$/m);
    assert.match(out, /^log.level: debug # --log.level$/m);
    assert.match(out, /^ttl.id_token: 1h$/m);
    assert.doesNotMatch(out, /hunter2|horse/);
  });

  it("shows the settings and then what stands against them", async () => {
    const { code, out, err } = await type("config --dsn=postgres://db/latchkey");
    assert.match(out, /^dsn: postgres:\/\/db\/latchkey/m);
    assert.match(err, /secrets\.system must be set/);
    assert.equal(code, 3);
  });

  it("reports every file that a server could not use", async () => {
    const pair = "--serve.tls.key.path=/nowhere/tls.key --serve.tls.cert.path=/nowhere/tls.crt";
    const { code, err } = await type(
      `config --urls.self.issuer=https://id.example ${pair} --serve.mtls.ca.path=${folder}`,
    );
    assert.match(err, /serve\.tls\.key\.path names \/nowhere\/tls\.key, which does not exist/);
    assert.match(err, /serve\.mtls\.ca\.path names .*, which is a folder/);
    assert.equal(code, 3);
  });

  it("does not read a certificate that the server would not use", async () => {
    const pair = "--serve.tls.key.path=/nowhere/tls.key --serve.tls.cert.path=/nowhere/tls.crt";
    const proxy = "--serve.tls.allow_termination_from=10.0.0.0/8";
    const { code } = await type(`config --urls.self.issuer=https://id.example ${pair} ${proxy}`);
    assert.equal(code, 0);
  });
});

describe("latchkey api-keys create", () => {
  it("prints a key and the line that admits it", async () => {
    const { out } = await type("api-keys create --scope write,read --json");
    assert.match(out, /"key": "lk_key_/);
    const entry = /"entry": "(write\+read:[\w-]{43})"/.exec(out)?.[1];
    const shown = await type(`config --serve.admin.api_keys=${entry}`);
    assert.match(shown.out, /^serve.admin.api_keys: \[ write\+read:\*+ \]/m);
  });
});

describe("latchkey serve", () => {
  const quiet = "--log.level=error --serve.public.port=0 --serve.admin.port=0";

  it("starts, greets, and stops when asked", async () => {
    const { code, out, err } = await type(`serve --dsn=memory --log.format=text ${quiet}`);
    assert.equal(err, "");
    assert.match(out, /public +http:[^]*admin +http:[^]*discovery +http:[^]*health +http:/);
    assert.equal(code, 0);
  });

  it("names the demo and its account", async () => {
    const demo = "--demo --serve.demo.port=0 --dsn=memory --log.format=text";
    const { code, out, err } = await type(`serve ${demo} ${quiet}`);
    assert.deepEqual({ code, err }, { code: 0, err: "" });
    assert.match(out, /try it +http:\S+ +sign in as alice, password wonderland\n/);
  });

  it("prints no greeting with JSON output", async () => {
    const { code, out } = await type(`serve admin --dsn=memory ${quiet}`);
    assert.deepEqual([code, out], [0, ""]);
  });

  it("makes secrets beside the SQLite file, for this user only", async () => {
    const { code } = await type(`serve --dsn=sqlite://${folder}/data/latchkey.sqlite ${quiet}`);
    assert.equal(code, 0);
    const file = join(folder, "data", "secrets.json");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(readFileSync(file, "utf8"), /"secrets.system"/);
  });
});

describe("latchkey migrate sql", () => {
  it("may be run twice", async () => {
    const line = `migrate sql sqlite://${folder}/migrated/latchkey.sqlite -e --yes`;
    assert.equal((await type(line)).code, 0);
    assert.equal((await type(line)).code, 0);
  });

  it("may be written as with Ory Hydra v2", async () => {
    const dsn = `sqlite://${folder}/migrated-up/latchkey.sqlite`;
    const up = await type(`migrate sql up ${dsn} -e --yes`);
    assert.deepEqual([up.code, up.err], [0, ""]);
    assert.match(up.out, /^applied 0001/);
    assert.equal((await type(`migrate sql ${dsn}`)).out, "The database is up to date.\n");
  });

  it("places no tables on nodes where there are none", async () => {
    const { code, err } = await type(
      `migrate sql sqlite://${folder}/one-node.sqlite --distributed`,
    );
    assert.equal(code, 1);
    assert.match(err, /Only a PostgreSQL database with the extension Citus can be distributed/);
  });
});

describe("latchkey migrate --plan", () => {
  it("shows what a new database gets, and creates none", async () => {
    const dsn = `sqlite://${folder}/unplanned/db.sqlite`;
    const { code, out, err } = await type(`migrate --plan ${dsn}`);
    assert.equal(code, 0);
    assert.match(out, /^ +MIGRATION +STATEMENT +TABLE +SIZE +LOCK +BLOCKS +TAKES\n/);
    assert.match(out, /^ +0001-baseline +create \d+ tables +none +nothing +milliseconds$/m);
    assert.match(
      err,
      /^\d+ migrations are pending, each one transaction\. Nothing was changed\.\n/,
    );
    assert.match(err, /Servers of the version before go on meanwhile/);
    assert.ok(!existsSync(join(folder, "unplanned")));
    assert.deepEqual(await type(`migrate sql ${dsn} --plan`), { code, out, err });
    assert.ok(!existsSync(join(folder, "unplanned")));
  });

  it("shows the locks of what is pending, also as JSON", async () => {
    const path = join(folder, "planned.sqlite");
    await type(`migrate sql sqlite://${path}`);
    assert.equal(
      (await type(`migrate --plan sqlite://${path}`)).out,
      "The database is up to date.\n",
    );
    const file = new DatabaseSync(path);
    file.exec("drop table branding; delete from migration where name = 'identity-0007-branding'");
    file.close();
    const { out } = await type(`migrate --plan sqlite://${path}`);
    assert.match(
      out,
      /^ +identity-0007-branding +create a table +branding +write lock of the file +writes +milliseconds$/m,
    );
    const json = JSON.parse((await type(`migrate --plan sqlite://${path} -o json`)).out);
    const locks = [{ table: "*", mode: "write lock of the file", blocks: "writes" }];
    assert.deepEqual(json, {
      database: "sqlite",
      lock_wait_ms: 500,
      migrations: [
        {
          name: "identity-0007-branding",
          statements: [{ does: "create table", table: "branding", locks, takes: "milliseconds" }],
          fills_rows: false,
          servers: "version before",
        },
      ],
    });
  });
});

describe("latchkey migrate status", () => {
  it("lists every migration as pending where there is no database, and creates none", async () => {
    const { code, out, err } = await type(`migrate status sqlite://${folder}/absent/db.sqlite`);
    assert.equal(code, 0);
    assert.match(out, /^ +NAME +STATUS +APPLIED\n +0001\S* +pending\n/);
    assert.match(err, /^\d+ migrations are pending\. Run latchkey migrate sql to apply them\.\n$/);
    assert.ok(!existsSync(join(folder, "absent")));
    assert.match((await type("migrate status memory -q")).out, /^0001\S*\n/);
  });

  it("lists what was applied and when, and leaves the database as it is", async () => {
    const path = join(folder, "status", "latchkey.sqlite");
    await type(`migrate sql sqlite://${path}`);
    const [files, bytes] = [readdirSync(join(folder, "status")), readFileSync(path)];
    const status = await type(`migrate status sqlite://${path} -e --format json`);
    assert.deepEqual([status.code, status.err], [0, ""]);
    const listed: { name: string; status: string; applied_at: string }[] = JSON.parse(status.out);
    assert.match(listed[0]?.name ?? "", /^0001/);
    assert.ok(listed.every((one) => one.status === "applied" && Date.parse(one.applied_at) > 0));
    assert.deepEqual((await type(`migrate status sqlite://${path} -q`)).out, "");
    assert.deepEqual(readdirSync(join(folder, "status")), files);
    assert.ok(readFileSync(path).equals(bytes));
  });

  it("counts migrations of another version, and those that a running server has not checkpointed", async () => {
    const path = join(folder, "newer.sqlite");
    await type(`migrate sql sqlite://${path}`);
    const server = new DatabaseSync(path);
    server.exec("delete from migration where name like '0001%'");
    server.exec("insert into migration (name, applied_at) values ('9999-later', 1800000000)");
    const { out, err } = await type(`migrate status sqlite://${path}`);
    server.close();
    assert.match(out, /^ +0001\S* +pending$/m);
    assert.match(out, /^ +9999-later +unknown +2027-01-15T08:00:00Z$/m);
    assert.match(err, /^1 migration is pending\./);
  });

  it("reports an empty database, and a file that is none", async () => {
    writeFileSync(join(folder, "empty.sqlite"), "");
    assert.match((await type(`migrate status sqlite://${folder}/empty.sqlite -q`)).out, /^0001/);
    writeFileSync(join(folder, "text.sqlite"), "not a database".repeat(100));
    const { code, err } = await type(`migrate status sqlite://${folder}/text.sqlite`);
    assert.equal(code, 1);
    assert.match(err, /is not a SQLite database/);
  });
});

it("latchkey version and latchkey --version say the same", async () => {
  const { out } = await type("version");
  assert.match(out, /^latchkey v?\d+\.\d+\.\d+/);
  assert.equal((await type("--version")).out, out);
});

describe("help", () => {
  it("has the flags of a client under the headings of the console's form, the most used first", async () => {
    const { out } = await type("clients create --help");
    const headings = [...out.matchAll(/^([A-Z][^\n]*):$/gm)].map(([, title]) => title);
    const groups = clientFieldGroups.map(({ title }) => title);
    assert.deepEqual(headings, [...groups, "Output and connection", "Examples"]);
    assert.match(out, /^General:\n {2}--id …/m);
    assert.match(out, /^Authentication:\n {2}--secret …/m);
  });

  it("has every command under one heading", async () => {
    const { out } = await type("help");
    assert.doesNotMatch(out, /^Other:$/m);
    for (const name of Object.keys(commands)) {
      const [first = ""] = name.split(" ");
      assert.equal(out.match(new RegExp(`^ {2}${first} `, "gm"))?.length, 1, first);
    }
  });
});

describe("a settings file of Ory Hydra", () => {
  const file = join(folder, "hydra.yml");
  writeFileSync(
    file,
    `version: v1.11.8
dsn: memory
serve: { public: { port: 0 }, admin: { port: 0 }, cookies: { same_site_legacy_workaround: true } }
log: { level: panic, format: json_pretty }
`,
  );
  const skipped =
    /^Warning: serve\.cookies\.same_site_legacy_workaround has no effect here: .*\.\n/;

  it("is shown, before a report that names each setting without effect once", async () => {
    const { code, out, err } = await type(`config -c ${file}`);
    assert.equal(code, 0);
    assert.match(err, /^\nSettings of Ory Hydra v1 \(by version; set by .*hydra\.yml\)\.\n/);
    assert.equal(err.match(/same_site_legacy_workaround/g)?.length, 1);
    assert.match(out, /^log\.format: json #/m);
  });

  it("starts a server, with the words that started the other", async () => {
    const { code, err } = await type(`serve -c ${file} all --sqa-opt-out`);
    assert.equal(code, 0);
    assert.match(err, skipped);
    assert.match(err, /Warning: sqa-opt-out has no effect here: .*--sqa-opt-out\)\.\n$/);
  });

  for (const command of ["config", "serve"]) {
    it(`is refused by ${command} --strict`, async () => {
      const { code, out, err } = await type(`${command} -c ${file} --strict`);
      assert.equal(code, 3);
      assert.equal(out, "");
      assert.match(err, /^serve\.cookies\..*\n$/);
    });
  }
});
