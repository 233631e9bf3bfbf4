import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import type { LookupAddress } from "node:dns";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { startNameServer } from "../../../test/support/name-server.ts";
import type { Lookup } from "../checked-lookup.ts";
import { createHostsFile, parseHosts } from "./hosts-file.ts";
import { createNameResolver } from "./name-resolver.ts";

const server = await startNameServer({
  "photos.example": ["192.0.2.1", "192.0.2.2"],
  "empty.example": [],
  "*.silent.example": "silent",
});
const resolver = createNameResolver({ servers: [server.address], hosts: async () => [] });

/** The addresses of a name, or the code of the error. */
async function resolve(hostname: string, lookup: Lookup = resolver): Promise<string | string[]> {
  const { promise, resolve: settle } = Promise.withResolvers<string | string[]>();
  lookup(hostname, { all: true }, (error, addresses: LookupAddress[]) =>
    settle(error?.code ?? addresses.map(({ address, family }) => `${address}/${family}`)),
  );
  return promise;
}

describe("a name of a client", () => {
  it("has the addresses that DNS has for it, without a search domain", async () => {
    assert.deepEqual(await resolve("photos.example"), ["192.0.2.1/4", "192.0.2.2/4"]);
    assert.deepEqual(await resolve("Photos.Example."), ["192.0.2.1/4", "192.0.2.2/4"]);
    server.asked.length = 0;
    assert.equal(await resolve("photos"), "ENOTFOUND");
    assert.deepEqual([...new Set(server.asked)], ["photos"]);
  });

  it("without addresses, that does not exist or is malformed is an error", async () => {
    assert.equal(await resolve("empty.example"), "ENODATA");
    assert.equal(await resolve("missing.example"), "ENOTFOUND");
    assert.equal(await resolve("a..example"), "EBADNAME");
  });

  it("whose name server is silent is given up after three seconds, while others are resolved", async () => {
    const began = performance.now();
    const silent = Array.from({ length: 50 }, (_, at) => resolve(`n${at}.silent.example`));
    let isGivenUp = false;
    void Promise.race(silent).then(() => (isGivenUp = true));
    assert.deepEqual(await resolve("photos.example"), ["192.0.2.1/4", "192.0.2.2/4"]);
    assert.ok(!isGivenUp, "it waited for the silent ones");
    assert.deepEqual(new Set(await Promise.all(silent)), new Set(["ETIMEOUT"]));
    assert.ok(performance.now() - began < 5_000);
  });

  it("is resolved where only the query for IPv6 gets no response", async () => {
    const half = createSocket("udp4");
    half.bind(0, "127.0.0.1");
    await once(half, "listening");
    after(() => half.close());
    const back = createSocket("udp4");
    after(() => back.close());
    half.on("message", (query, { port }) => {
      // The type is the last but one pair of bytes of the question; an additional record may follow.
      if (query.includes(Buffer.from([0, 0, 28, 0, 1]))) return;
      const [host, at] = server.address.split(":");
      back.once("message", (reply) => half.send(reply, port, "127.0.0.1"));
      back.send(query, Number(at), host);
    });
    const lookup = createNameResolver({
      servers: [`127.0.0.1:${half.address().port}`],
      hosts: async () => [],
    });
    let isGivenUp = false;
    void resolve("n.silent.example").then(() => (isGivenUp = true));
    assert.deepEqual(await resolve("photos.example", lookup), ["192.0.2.1/4", "192.0.2.2/4"]);
    assert.ok(!isGivenUp, "it waited for the response that never came");
  });

  it("localhost is this machine, and is not asked for", async () => {
    server.asked.length = 0;
    assert.deepEqual(await resolve("localhost"), ["127.0.0.1/4", "::1/6"]);
    assert.deepEqual(await resolve("photos.localhost"), ["127.0.0.1/4", "::1/6"]);
    assert.deepEqual(server.asked, []);
  });
});

describe("the hosts file", () => {
  it("comes before DNS, and its changes are noticed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-hosts-"));
    after(() => rm(folder, { recursive: true }));
    const path = join(folder, "hosts");
    const clock = { now: 0 };
    const hosts = createHostsFile(path, () => clock.now);
    const lookup = createNameResolver({ servers: [server.address], hosts });
    assert.deepEqual(await resolve("photos.example", lookup), ["192.0.2.1/4", "192.0.2.2/4"]);

    await writeFile(path, "198.51.100.7 photos.example photos\n::1 photos.example\n");
    clock.now += 5_000;
    assert.deepEqual(await resolve("PHOTOS.example.", lookup), ["198.51.100.7/4", "::1/6"]);
    assert.deepEqual(await resolve("photos", lookup), ["198.51.100.7/4"]);
    await writeFile(path, "198.51.100.8 photos\n");
    assert.deepEqual(await resolve("photos", lookup), ["198.51.100.7/4"]);
    clock.now += 5_000;
    assert.deepEqual(await resolve("photos", lookup), ["198.51.100.8/4"]);
  });

  it("of the machine is read", async () => {
    assert.deepEqual(await createHostsFile()("localhost"), await createHostsFile()("LOCALHOST"));
    assert.ok((await createHostsFile()("localhost")).includes("127.0.0.1"));
  });

  it("has an address and names in each line", () => {
    const names = parseHosts(
      "# comment\n\n10.0.0.1\ta b # c\r\nfe80::1%eth0 d\n10.0.0.2 A\njunk e\n",
    );
    assert.deepEqual(Object.fromEntries(names), {
      a: ["10.0.0.1", "10.0.0.2"],
      b: ["10.0.0.1"],
      d: ["fe80::1%eth0"],
    });
  });

  it("is read up to a megabyte", async () => {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-hosts-"));
    after(() => rm(folder, { recursive: true }));
    const path = join(folder, "hosts");
    await writeFile(path, `10.0.0.1 first\n${"#".repeat(1_100_000)}\n10.0.0.2 last\n`);
    const hosts = createHostsFile(path);
    assert.deepEqual(await hosts("first"), ["10.0.0.1"]);
    assert.deepEqual(await hosts("last"), []);
  });
});
