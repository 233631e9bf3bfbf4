import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import {
  openStream,
  SealedStreamError,
  type SealedStreamProblem,
  sealStream,
} from "./sealed-stream.ts";

const SECRET = "a secret for tests only";
const HEAD = 16 + 9 + 32;
const CHUNK = 64 * 1024;
const SEALED = CHUNK + 16;

describe("a sealed stream", () => {
  for (const bytes of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7]) {
    it(`of ${bytes} bytes opens to what was sealed, however it is cut into pieces`, async () => {
      const plain = randomBytes(bytes);
      const sealed = await seal(plain, 10_000);
      assert.equal(sealed.length, HEAD + bytes + 16 * Math.max(Math.ceil(bytes / CHUNK), 1));
      for (const piece of [1_000, CHUNK, SEALED, 10 * CHUNK])
        assert.deepEqual(await open(sealed, piece), plain);
    });
  }

  it("opens with any of the secrets, and is another one each time", async () => {
    const plain = Buffer.from("what alice granted");
    const [one, other] = [await seal(plain), await seal(plain)];
    assert.notDeepEqual(one, other);
    assert.deepEqual(await open(one, CHUNK, ["a newer secret", SECRET]), plain);
    assert.ok(!one.includes(plain));
  });

  it("does not open with other secrets, nor where it is none", async () => {
    const sealed = await seal(Buffer.from("what alice granted"));
    assert.equal(await problemOf(sealed, ["another secret"]), "unknown_secret");
    assert.equal(await problemOf(sealed, []), "unknown_secret");
    assert.equal(
      await problemOf(Buffer.from("SQLite format 3\0 and more, up to 57 bytes of it".repeat(2))),
      "not_sealed",
    );
    assert.equal(await problemOf(Buffer.alloc(0)), "not_sealed");
  });

  it("does not open where it was cut off", async () => {
    const sealed = await seal(randomBytes(2 * CHUNK + 100));
    const ends = [
      8,
      HEAD - 1,
      HEAD,
      HEAD + 5,
      HEAD + 16,
      HEAD + SEALED,
      HEAD + 2 * SEALED,
      sealed.length - 1,
    ];
    for (const end of ends)
      assert.equal(await problemOf(sealed.subarray(0, end)), "damaged", `after ${end} bytes`);
  });

  it("does not open where a bit of it was changed, or bytes were added", async () => {
    const sealed = await seal(randomBytes(CHUNK + 100));
    const places = [
      HEAD - 1,
      HEAD,
      HEAD + CHUNK,
      HEAD + SEALED - 1,
      HEAD + SEALED,
      sealed.length - 1,
    ];
    for (const at of places) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      assert.equal(await problemOf(changed), "damaged", `at ${at}`);
    }
    assert.equal(await problemOf(Buffer.concat([sealed, Buffer.of(0)])), "damaged");
  });

  it("does not open where chunks were exchanged, repeated or left out", async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const head = sealed.subarray(0, HEAD);
    const [first, second, third] = [0, 1, 2].map((number) =>
      sealed.subarray(HEAD + number * SEALED, HEAD + (number + 1) * SEALED),
    );
    assert.ok(first && second && third);
    for (const chunks of [
      [second, first, third],
      [first, first, second, third],
      [first, third],
      [second, third],
      [third],
    ])
      assert.equal(await problemOf(Buffer.concat([head, ...chunks])), "damaged");
    const other = await seal(randomBytes(3 * CHUNK));
    const foreign = Buffer.concat([head, first, other.subarray(HEAD + SEALED)]);
    assert.equal(await problemOf(foreign), "damaged");
  });
});

function seal(plain: Uint8Array, piece = CHUNK): Promise<Buffer> {
  return collect(sealStream(inPieces(plain, piece), SECRET));
}

function open(sealed: Uint8Array, piece = CHUNK, secrets = [SECRET]): Promise<Buffer> {
  return collect(openStream(inPieces(sealed, piece), secrets));
}

async function problemOf(
  sealed: Uint8Array,
  secrets = [SECRET],
): Promise<SealedStreamProblem | undefined> {
  try {
    await open(sealed, 5_000, secrets);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof SealedStreamError);
    return error.problem;
  }
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(pieces));
}
