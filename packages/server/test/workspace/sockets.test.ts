import assert from "node:assert/strict";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { createClient } from "@latchkey/client";
import { startServer } from "../../src/process/start.ts";
import { createLog } from "../../src/telemetry/log.ts";
import { freePorts } from "../processes/free-ports.ts";
import { testConfig } from "../support/server.ts";
import { VERSION } from "./caller.ts";
import { features } from "../../../cli/src/features.ts";
import { registerIntegration } from "./authorization.ts";

const BODY = JSON.stringify({ token: "x" });

/** Sends a request as these lines, which no fetch would, and answers the status line and all that follows. */
async function say(port: number, head: readonly string[], body = BODY): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const lines = [
    "POST /v1/oauth/introspect HTTP/1.1",
    "Host: x",
    "Connection: close",
    ...head,
    length,
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  return text(socket);
}

it("over a socket", async (t) => {
  const [public_port, admin_port] = await freePorts();
  const config = testConfig({
    "serve.public.port": public_port,
    "serve.admin.port": admin_port,
    "urls.self.issuer": `http://127.0.0.1:${public_port}`,
  });
  const log = createLog({ level: "error", format: "json", write: () => {} });
  const running = await startServer(config, { features, log });
  t.after(() => running.close());
  const latchkey = createClient({ admin: `http://127.0.0.1:${admin_port}` });
  const photos = await registerIntegration(latchkey);
  const good = `Authorization: ${photos.authorization}`;
  const version = `Service-Version: ${VERSION}`;
  const type = "Content-Type: application/json";

  await t.test("one of everything is good", async () => {
    assert.match(
      await say(public_port, [good, version, type]),
      /^HTTP\/1.1 200 [^]*"active":false/,
    );
  });

  await t.test("two Authorization headers are none, also when the first is good", async () => {
    for (const second of [good, "Authorization: Basic eDp5", "Authorization: Bearer x"]) {
      const answer = await say(public_port, [good, second, version, type]);
      assert.match(answer, /^HTTP\/1.1 401 [^]*"invalid_client"/, second);
    }
  });

  await t.test("a version sent twice is no version", async () => {
    const answer = await say(public_port, [good, version, version, type]);
    assert.match(answer, /^HTTP\/1.1 400 [^]*"validation_error"/);
  });

  await t.test("a body that is too large gets an error in the shape of this API", async () => {
    for (const size of [70_000, 300_000]) {
      const answer = await say(public_port, [good, version, type], " ".repeat(size));
      assert.match(answer, /^HTTP\/1.1 413 [^]*"error":"invalid_request"[^]*"request_id"/);
    }
  });
});
