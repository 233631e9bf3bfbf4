import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { freePorts } from "../../server/test/processes/free-ports.ts";
import { startSignInServer } from "../../server/test/support/sign-in-server.ts";
import { runInProcess } from "./run-in-process.ts";

const [, admin_port] = await freePorts();
const server = await startSignInServer({
  "serve.admin.port": admin_port,
  "identity.registration": "invite",
});
const env = { LATCHKEY_ADMIN_URL: `http://127.0.0.1:${admin_port}` };
const run = (line: string) => runInProcess(line, { env });

describe("latchkey accounts invite", () => {
  it("mails the link, with what the account will have", async () => {
    const { code, out } = await run(
      "accounts invite bob@example.com --name Bob --group staff --attribute employee_number=4711 --locale de",
    );
    assert.deepEqual([code, out], [0, "Invited bob@example.com. The link was mailed.\n"]);
    const [invited] = await server.latchkey.listInvitations({});
    assert.deepEqual(
      [invited?.name, invited?.groups, invited?.attributes, invited?.mailed],
      ["Bob", ["staff"], { employee_number: 4711 }, true],
    );
  });

  it("prints the link alone on standard output where it is not mailed", async () => {
    const { code, out, err } = await run("accounts invite carol@example.com --no-mail");
    assert.equal(code, 0);
    assert.match(out, /^http:\/\/\S+\/register\/invitation\?token=[\w-]{43}\n$/);
    assert.match(err, /Hand the link over: it is shown only once\./);
  });

  it("lists invitations, and withdraws them", async () => {
    const listed = await run("accounts invitations");
    assert.match(listed.out, /^ *ID +EMAIL +GROUPS +MAILED +EXPIRES/);
    assert.match(listed.out, /bob@example\.com .* staff .* yes/);
    assert.match(listed.out, /carol@example\.com .* no/);
    const ids = (await run("accounts invitations --quiet")).out.trim().split("\n");
    assert.equal(ids.length, 2);
    const withdrawn = await run(`accounts withdraw ${ids.join(" ")}`);
    assert.equal(withdrawn.code, 0);
    assert.deepEqual(await server.latchkey.listInvitations({}), []);
    const empty = await run("accounts invitations");
    assert.match(`${empty.out}${empty.err}`, /no open invitations/);
  });

  it("says what is wrong", async () => {
    assert.match((await run("accounts invite")).err, /Missing argument: EMAIL/);
    assert.match((await run("accounts invite alice")).err, /email/);
    const taken = await run("accounts invite alice@wonderland.example");
    assert.notEqual(taken.code, 0);
    assert.match(taken.err, /An account with this email address exists/);
  });
});
