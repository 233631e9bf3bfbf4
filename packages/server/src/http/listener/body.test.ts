import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { collectBody } from "./body.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A message whose body is collected, and what was received of it. */
function receiving(limit: number) {
  const message = new IncomingMessage(new Socket());
  const received: (string | undefined)[] = [];
  collectBody(message, limit, (body) => received.push(body));
  return { message, received };
}

describe("the body of a request", () => {
  it("is its pieces, joined, in UTF-8", () => {
    const { message, received } = receiving(10);
    const bytes = Buffer.from("tea 茶");
    for (const byte of bytes) message.emit("data", Buffer.of(byte));
    assert.deepEqual(received, []);
    message.emit("end");
    assert.deepEqual(received, ["tea 茶"]);
  });

  it("without a piece is empty", () => {
    const { message, received } = receiving(10);
    message.emit("end");
    assert.deepEqual(received, [""]);
  });

  it("that is too large is reported once, as soon as it is", () => {
    const { message, received } = receiving(3);
    for (const piece of ["abc", "d", "e"]) message.emit("data", Buffer.from(piece));
    assert.deepEqual(received, [undefined]);
    message.emit("end");
    assert.deepEqual(received, [undefined]);
  });

  it("takes no more memory because its sender cuts it into bytes", () => {
    const before = heapUsed();
    const { message, received } = receiving(200_000);
    for (let count = 0; count < 200_000; count += 1) message.emit("data", Buffer.from("x"));
    const grown = heapUsed() - before;
    assert.ok(grown < 4_000_000, `${grown} bytes`);
    message.emit("end");
    assert.equal(received[0]?.length, 200_000);
  });
});
