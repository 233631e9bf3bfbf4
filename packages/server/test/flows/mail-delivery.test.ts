import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { features } from "../../../cli/src/features.ts";
import { describeProblem } from "../../src/config/problem.ts";
import { checkConfig, loadConfig } from "../../src/process/composed-config.ts";
import { withIdentity } from "../support/identity.ts";
import { startMailServer } from "../support/mail-server.ts";
import { createTestServer, startTestServer, type TestServer } from "../support/server.ts";

const FROM = "Wonderland <no-reply@wonderland.example>";
const TOKEN = "the-token-of-the-link";
const url = `https://op.example/verify?token=${TOKEN}`;

const identityOf = ({ server }: TestServer) => withIdentity(server.context).identity;
const send = (world: TestServer, to: string | undefined, within?: number) =>
  identityOf(world).mails.send({
    to,
    locale: "fr",
    template: "verify_email",
    values: { url, valid_for: 1_800 },
    ...(within !== undefined && { within }),
  });
const problemsOf = (settings: Readonly<Record<string, unknown>>): string => {
  const loaded = loadConfig({ flags: settings, features });
  const problems = loaded.ok ? checkConfig(loaded.value.config, "all", features) : loaded.error;
  return problems.map(describeProblem).join("\n");
};
const logged = ({ lines }: TestServer): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "mail");

it("a mail is sent as text and HTML, in the language of its user", async () => {
  const mailServer = await startMailServer();
  const address = mailServer.url.replace("smtp://", "smtp://postmaster:p%40ss%3Aword@");
  const world = await startTestServer({ "mail.smtp.url": address, "mail.from": FROM });
  await send(world, "alice@bücher.example");
  const mail = await mailServer.next();
  assert.equal(mail.from, "no-reply@wonderland.example");
  assert.deepEqual(mail.to, ["alice@bücher.example"]);
  assert.equal(mail.user, "postmaster");
  const header = (name: string) => mail.headers.get(name);
  assert.deepEqual(header("from"), [FROM]);
  assert.deepEqual(header("subject"), ["Confirmez votre adresse e-mail pour Wonderland"]);
  assert.deepEqual(header("auto-submitted"), ["auto-generated"]);
  assert.match(header("message-id")?.[0] ?? "", /^<[\w-]{22}@wonderland\.example>$/);
  assert.match(
    mail.text,
    /Confirmer l’adresse e-mail\u202f:\r?\nhttps:\/\/op\.example\/verify\?token=the/,
  );
  assert.match(mail.text, /valable 30 minutes/);
  assert.match(mail.html, /<html lang="fr">/);
  assert.ok(mail.html.includes(`href="${url}"`));
  await world.server.settled();
  assert.deepEqual(
    logged(world).map(({ template, delivered, attempts }) => [template, delivered, attempts]),
    [["verify_email", true, 1]],
  );
});

it("a mail that is refused for now is sent later, and one that is refused for good is given up", async () => {
  let status: number | undefined = 451;
  const mailServer = await startMailServer((to) => (to.startsWith("nobody") ? 550 : status));
  const world = await startTestServer({ "mail.smtp.url": mailServer.url, "mail.from": FROM });
  const retry = async (seconds: number) => {
    world.clock.now += seconds;
    world.server.context.deliveries_due.notify();
    await world.server.settled();
  };
  await send(world, "alice@wonderland.example");
  await world.server.settled();
  assert.deepEqual(logged(world).at(-1)?.["outcome"], "EENVELOPE 451");
  await retry(1);
  status = undefined;
  await retry(1);
  assert.equal(mailServer.count, 0, "the wait doubles");
  await retry(1);
  assert.deepEqual((await mailServer.next()).to, ["alice@wonderland.example"]);

  const before = logged(world).length;
  await send(world, "nobody@wonderland.example");
  await world.server.settled();
  await retry(400);
  assert.deepEqual(
    logged(world)
      .slice(before)
      .map(({ outcome }) => outcome),
    ["EENVELOPE 550"],
  );
});

it("a mail survives a restart, and is not sent after it has expired", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-mail-"));
  after(() => rmSync(folder, { recursive: true }));
  const dsn = `sqlite://${join(folder, "db.sqlite")}`;
  const unreachable = { dsn, "mail.smtp.url": "smtp://127.0.0.1:1", "mail.from": FROM };
  const before = await createTestServer(unreachable);
  await send(before, "alice@wonderland.example");
  await send(before, "late@wonderland.example", 60);
  await before.server.settled();
  assert.equal(logged(before).at(-1)?.["outcome"], "ESOCKET");
  await before.server.close();

  const mailServer = await startMailServer();
  const world = await startTestServer({ ...unreachable, "mail.smtp.url": mailServer.url });
  world.clock.now += 100;
  world.server.context.deliveries_due.notify();
  await world.server.settled();
  assert.deepEqual((await mailServer.next()).to, ["alice@wonderland.example"]);
  assert.equal(mailServer.count, 1);
});

it("neither addresses nor what a mail says are logged", async () => {
  const mailServer = await startMailServer((to) => (to.startsWith("mallory") ? 550 : undefined));
  const world = await startTestServer({ "mail.smtp.url": mailServer.url, "mail.from": FROM });
  await send(world, "alice@wonderland.example");
  await send(world, "mallory@wonderland.example");
  await mailServer.next();
  await world.server.settled();
  assert.equal(logged(world).length, 2);
  const lines = world.lines.join("\n");
  assert.ok(!lines.includes(TOKEN) && !lines.includes("alice@") && !lines.includes("mallory@"));
});

it("a mail without a recipient is stored and not sent", async () => {
  const mailServer = await startMailServer();
  const world = await startTestServer({ "mail.smtp.url": mailServer.url, "mail.from": FROM });
  await send(world, undefined);
  await world.server.settled();
  await send(world, "alice@wonderland.example");
  await mailServer.next();
  await world.server.settled();
  assert.equal(mailServer.count, 1);
  assert.equal(logged(world).length, 1);
});

it("in development mails are kept, and elsewhere nothing is offered without a mail server", async () => {
  const development = await startTestServer();
  await send(development, "alice@wonderland.example");
  await development.server.settled();
  const { mails } = identityOf(development);
  assert.equal(mails.offered, true);
  assert.deepEqual(
    mails.kept()?.map(({ to, subject }) => [to, subject]),
    [["alice@wonderland.example", "Confirmez votre adresse e-mail pour Latchkey"]],
  );

  const production = await startTestServer({ "urls.self.issuer": "https://op.example/" });
  await send(production, "alice@wonderland.example");
  await production.server.settled();
  assert.equal(identityOf(production).mails.offered, false);
  assert.deepEqual(identityOf(production).mails.kept(), []);
});

it("a sender that is none, and an SMTP server without a sender, are refused at the start", () => {
  const rows: readonly (readonly [object, RegExp])[] = [
    [{ "mail.smtp.url": "smtp://127.0.0.1" }, /mail\.from must be set, because mail\.smtp\.url is/],
    [{ "mail.from": "Wonderland" }, /mail\.from must be an address/],
    [{ "mail.from": "a@b.example\r\nBcc: c@d.example" }, /mail\.from must be an address/],
    [{ "mail.smtp.url": "https://smtp.example" }, /mail\.smtp\.url must be a URL that begins with/],
  ];
  for (const [settings, expected] of rows) {
    assert.match(problemsOf({ ...settings }), expected);
  }
});
