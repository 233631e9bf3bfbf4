import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, describe, it } from "node:test";

import { openVisitor } from "../../server/test/interop/visitor.ts";
import { freePorts } from "../../server/test/processes/free-ports.ts";
import { type SignInServer, startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { commands } from "../src/commands/commands.ts";
import { type CommandLine, commandLines } from "./command-lines.ts";
import { canEmulateTerminal, type CommandResult, runInTerminal } from "./run-command.ts";
import { runInProcess } from "./run-in-process.ts";

const ESCAPE = "\u001b";
const MEMORY_SIGNER = fileURLToPath(
  new URL("../../server/test/support/memory-signer.ts", import.meta.url),
);
const CLEAR = `\r${ESCAPE}[K`;

type Results = ReadonlyMap<string, CommandResult>;

/** A server and a working directory for one run through all commands. */
interface Fixture {
  readonly server: SignInServer;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The last entry of the audit log before the commands: the first key and the first account have no order. */
  readonly last_entry: number;
}

async function prepareFixture(): Promise<Fixture> {
  const [, admin_port] = await freePorts();
  const cwd = mkdtempSync(join(tmpdir(), "latchkey-terminal-"));
  after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "albums.json"), JSON.stringify({ client_id: "albums" }));
  const payment = { type: "payment", schema: {}, sentences: { en: "Pay {amount} EUR" } };
  writeFileSync(join(cwd, "payment.json"), JSON.stringify(payment));
  writeFileSync(
    join(cwd, "workspaces.csv"),
    "workspace_id,workspace_name,subject\na11ce000-0000-4000-8000-0000000000ff,Chess,alice\n",
  );
  writeFileSync(join(cwd, "people.csv"), "username,password\ncarol,correct horse\n");
  const client = { client_id: "shop", redirect_uris: ["https://shop.example/callback"] };
  const record = { kind: "client", client, secret_hashes: [], created_at: 1, updated_at: 1 };
  writeFileSync(join(cwd, "clients.jsonl"), `${JSON.stringify(record)}\n`);
  writeFileSync(join(cwd, "prints.yaml"), "kind: api\nidentifier: https://prints.example\n");
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(cwd, "signing.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  const server = await startSignInServer({
    "serve.admin.port": admin_port,
    "identity.registration": "invite",
    signers: { memory: { module: MEMORY_SIGNER } },
    "oauth2.device_authorization.token_polling_interval": "1s",
    "oidc.backchannel_authentication.polling_interval": "1s",
  });
  const { latchkey } = server;
  const { id } = await latchkey.createApi({ body: { identifier: "https://audited.example" } });
  await latchkey.deleteApi({ id });
  const entries = await latchkey.exportAuditEntries({});
  writeFileSync(join(cwd, "audit.jsonl"), entries);
  const last_entry = entries.trim().split("\n").length;
  const env = {
    HYDRA_URL: server.issuer,
    HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}`,
    DSN: "sqlite://./accounts.sqlite",
  };
  return { server, cwd, env, last_entry };
}

type Run = (line: string, command: CommandLine, fixture: Fixture) => Promise<CommandResult>;

async function runAll(fixture: Fixture, run: Run): Promise<Results> {
  const captured = new Map([
    ["SUBJECT", fixture.server.subject],
    ["LAST", String(fixture.last_entry)],
  ]);
  const results = new Map<string, CommandResult>();
  for (const command of commandLines) {
    const line = `${command.name} ${command.arguments}`.replaceAll(
      /\$([A-Z]+)/g,
      (_, name: string) => captured.get(name) ?? "",
    );
    const result = await run(line, command, fixture);
    results.set(command.name, result);
    const { as = "", from = /$/ } = command.capture ?? {};
    captured.set(as, from.exec(result.out)?.[1] ?? "");
  }
  return results;
}

/** Without a terminal, in this process: starting a process for every command takes most of the time. */
const runPlain: Run = async (line, { password = "" }, { server, cwd, env }) => {
  process.chdir(cwd);
  let shown = "";
  const openPage = pageOpener(server.issuer);
  return runInProcess(line, {
    env,
    secret: () => Promise.resolve(password),
    onErr: (text) => openPage((shown += text)),
  });
};

/** At a terminal, in a process of its own. */
const runAtTerminal: Run = async (line, { password }, { server, cwd, env }) =>
  runInTerminal(line, {
    cwd,
    env,
    onShown: pageOpener(server.issuer),
    ...(password !== undefined && { answer: { to: /Password for/, typed: `${password}\n` } }),
  });

/** Opens the URL that the command prints, once, and signs alice in. */
function pageOpener(issuer: string): (shown: string) => void {
  const visitor = openVisitor({ issuer });
  let opened = false;
  return (shown) => {
    const [, url] = /Open this page and sign in:\s+(http\S+)\s/.exec(shown) ?? [];
    if (url === undefined || opened) return;
    opened = true;
    void visitor.visit(url).then(({ request }) => fetch(request));
  };
}

/** The lines of the output without colours, progress bars and values that differ between runs. */
function normalizedLines({ out, err }: CommandResult): readonly string[] {
  return (out + err)
    .replaceAll(new RegExp(`${CLEAR.replace("[", "\\[")}[^\\r\\n]*(?=\\r)`, "g"), "")
    .replaceAll(CLEAR, "")
    .replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, "g"), "")
    .replaceAll(
      /lk_\w+?_[\w-]+|whsec_[\w+/=]+|(?<![\w-])[\w-]{22}(?![\w-])|\b[0-9a-f]{32}\b|[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43,}|eyJ[\w.-]+/g,
      "{random}",
    )
    .replaceAll(/(?<=at_hash +)[\w-]+|\b[A-Z]{4}-[A-Z]{4}\b/g, "{random}")
    .replaceAll(
      /[\d,]+(?= bytes\b)|\d{4}-\d\d-\d\dT[\d:.]+Z|\d{10}|127\.0\.0\.1(:|%3A)\d+/g,
      "{varying}",
    )
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " ").trim())
    .filter((line) => line !== "" && !line.startsWith("Password for"))
    .toSorted();
}

const [one, other] = [await prepareFixture(), await prepareFixture()];

describe("every command, without a terminal and at a terminal", () => {
  let plain: Results;
  let terminal: Results;
  before(async () => {
    assert.ok(canEmulateTerminal, "These tests need the program script of util-linux.");
    [plain, terminal] = await Promise.all([runAll(one, runPlain), runAll(other, runAtTerminal)]);
  });

  it("is run once", () => {
    assert.deepEqual(
      commandLines.map(({ name }) => name).toSorted(),
      Object.keys(commands).toSorted(),
    );
  });

  for (const { name, says, code = 0, colour = false, progress = false } of commandLines) {
    it(`latchkey ${name}`, () => {
      const [there, here] = [plain.get(name), terminal.get(name)];
      assert.ok(there && here);
      const shown = there.out + there.err;
      assert.match(shown, says);
      assert.deepEqual([there.code, here.code], [code, code]);
      assert.ok(!shown.includes(ESCAPE) && !shown.includes("\r"), "no colour, no progress bar");
      assert.ok(!shown.includes("    at "), "no stack trace");

      assert.equal(here.out.includes(`${ESCAPE}[33m`), colour || progress);
      assert.equal(here.out.includes(CLEAR), progress);
      assert.deepEqual(normalizedLines(here), normalizedLines(there));
    });
  }
});
