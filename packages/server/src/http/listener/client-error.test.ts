import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { it } from "node:test";
import { respondToClientError } from "./client-error.ts";

it("invalid bytes after a response that closes the connection get no response", async () => {
  const server = createServer((_message, response) => {
    const { socket } = response;
    assert.ok(socket !== null);
    response.writeHead(200, { Connection: "close" }).end("the only response");
    // As Node 24.15 and older have it at once, where bytes that the fast lane has read are parsed.
    Object.defineProperty(response, "writableFinished", { value: true });
    respondToClientError({ code: "HPE_INVALID_METHOD" }, socket, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It listens on a port.
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const received = await text(client);
  server.close();

  assert.match(received, /the only response/);
  assert.equal(received.match(/HTTP\/1\.1 /g)?.length, 1);
});
