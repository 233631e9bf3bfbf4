import assert from "node:assert/strict";
import { createServer } from "node:net";
import { afterEach, describe, it } from "node:test";
import { lacks } from "../../../test/support/machine.ts";
import { bind, type ListenAddress } from "./bind.ts";

const here: ListenAddress = { host: "127.0.0.1", port: 0, setting: "serve.public" };
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

describe("a port that several processes share", { skip: lacks("port_sharing") }, () => {
  it("is bound by the first process and shared by the next", async () => {
    const port = await bind(aServer(), { ...here, sharing: { port: undefined } });
    assert.equal(await bind(aServer(), { ...here, sharing: { port } }), port);
  });

  it("is not had by the first of others", async () => {
    const port = await bind(aServer(), { ...here, sharing: { port: undefined } });
    await assert.rejects(bind(aServer(), { ...here, port, sharing: { port: undefined } }), {
      message: `127.0.0.1:${port} is in use: stop the process that listens there, or change serve.public.port.`,
    });
  });

  it("cannot be bound by a process that does not share it", async () => {
    const port = await bind(aServer(), { ...here, sharing: { port: undefined } });
    await assert.rejects(bind(aServer(), { ...here, port }), /is in use/);
  });

  it("cannot be shared with a process that does not share it", async () => {
    const port = await bind(aServer(), here);
    await assert.rejects(bind(aServer(), { ...here, sharing: { port } }), /is in use/);
  });
});

describe("a Unix socket", () => {
  it("names its folder when that does not exist", async () => {
    const host = "unix:/nowhere/latchkey.sock";
    await assert.rejects(bind(aServer(), { ...here, host }), {
      message:
        "The folder of the socket /nowhere/latchkey.sock does not exist: create it for the user who runs the server, or change serve.public.host.",
    });
  });
});

function aServer() {
  const server = createServer();
  servers.push(server);
  return server;
}
