import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { openVisitor } from "../../server/test/interop-people/visitor.ts";
import { freePorts } from "../../server/test/journeys/free-ports.ts";
import { type PeopleServer, startPeopleServer } from "../../server/test/support/people.ts";
import { commands } from "../src/commands.ts";
import { has_terminal, type Seen, type Shell, type, typeAtTerminal } from "./shell.ts";
import { type Line, typedLines } from "./typed-lines.ts";

const ESCAPE = "\u001b";
const CLEAR = `\r${ESCAPE}[K`;

/** What was seen, once through, by command. */
type Sightings = ReadonlyMap<string, Seen>;

/** A desk of one's own: a server and a directory. */
interface Desk {
  readonly server: PeopleServer;
  readonly admin_port: number;
  readonly cwd: string;
}

async function prepareDesk(): Promise<Desk> {
  const [, admin_port] = await freePorts();
  const cwd = mkdtempSync(join(tmpdir(), "latchkey-terminal-"));
  after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "albums.json"), JSON.stringify({ client_id: "albums" }));
  const { privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(cwd, "signing.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
  const server = await startPeopleServer({ "serve.admin.port": admin_port });
  return { server, admin_port, cwd };
}

async function sit(desk: Desk, typeLine: typeof type): Promise<Sightings> {
  const captured = new Map([["SUBJECT", desk.server.subject]]);
  const seen = new Map<string, Seen>();
  for (const line of typedLines) {
    const typed = `${line.name} ${line.typed}`.replaceAll(
      /\$([A-Z]+)/g,
      (_, name: string) => captured.get(name) ?? "",
    );
    const shown = await typeLine(typed, shellFor(line, desk, typeLine === typeAtTerminal));
    seen.set(line.name, shown);
    const { as = "", from = /$/ } = line.capture ?? {};
    captured.set(as, from.exec(shown.out)?.[1] ?? "");
  }
  return seen;
}

function shellFor(
  { password }: Line,
  { server, admin_port, cwd }: Desk,
  at_terminal: boolean,
): Shell {
  const env = {
    HYDRA_URL: server.issuer,
    HYDRA_ADMIN_URL: `http://127.0.0.1:${admin_port}`,
    DSN: "sqlite://./accounts.sqlite",
  };
  const shell = { cwd, env, onShown: openPages(server.issuer) };
  if (password === undefined) return shell;
  return at_terminal
    ? { ...shell, answer: { to: /Password for/, typed: `${password}\n` } }
    : { ...shell, input: `${password}\n` };
}

/** Alice, who opens the page that she is told to, once, and signs in there. */
function openPages(issuer: string): (shown: string) => void {
  const visitor = openVisitor({ issuer });
  let opened = false;
  return (shown) => {
    const [, url] = /Open this page and sign in:\s+(http\S+)\s/.exec(shown) ?? [];
    if (url === undefined || opened) return;
    opened = true;
    void visitor.visit(url).then(({ request }) => fetch(request));
  };
}

/** What both should say, without what differs from one time to another. */
function wordsOf({ out, err }: Seen): readonly string[] {
  return (out + err)
    .replaceAll(new RegExp(`${CLEAR.replace("[", "\\[")}[^\\r\\n]*(?=\\r)`, "g"), "")
    .replaceAll(CLEAR, "")
    .replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, "g"), "")
    .replaceAll(/lk_\w+?_[\w-]+|[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43,}|eyJ[\w.-]+/g, "{random}")
    .replaceAll(/(?<=at_hash +)[\w-]+/g, "{random}")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{10}|127\.0\.0\.1(:|%3A)\d+/g, "{varying}")
    .split("\n")
    .map((line) => line.replaceAll(/ +/g, " ").trim())
    .filter((line) => line !== "" && !line.startsWith("Password for"))
    .toSorted();
}

const [one, other] = [await prepareDesk(), await prepareDesk()];

describe("every command, where nobody looks and at a terminal", () => {
  let plain: Sightings;
  let seen: Sightings;
  before(async () => {
    assert.ok(
      has_terminal,
      "These tests need a pretended terminal: install util-linux, which has script.",
    );
    [plain, seen] = await Promise.all([sit(one, type), sit(other, typeAtTerminal)]);
  });

  it("is used once", () => {
    assert.deepEqual(
      typedLines.map(({ name }) => name).toSorted(),
      Object.keys(commands).toSorted(),
    );
  });

  for (const { name, says, code = 0, colour = false, progress = false } of typedLines) {
    it(`latchkey ${name}`, () => {
      const [there, here] = [plain.get(name), seen.get(name)];
      assert.ok(there && here);
      const shown = there.out + there.err;
      assert.match(shown, says);
      assert.deepEqual([there.code, here.code], [code, code]);
      assert.ok(!shown.includes(ESCAPE) && !shown.includes("\r"), "no colour, no bar");
      assert.ok(!shown.includes("    at "), "no stack trace");

      assert.equal(here.out.includes(`${ESCAPE}[33m`), colour || progress);
      assert.equal(here.out.includes(CLEAR), progress);
      assert.deepEqual(wordsOf(here), wordsOf(there));
    });
  }
});
