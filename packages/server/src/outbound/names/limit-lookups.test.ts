import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Lookup } from "../checked-lookup.ts";
import { domainOf, limitLookups } from "./limit-lookups.ts";

/** A lookup whose answers are given by hand, under a limit of three at once and two of a domain. */
function aWorld(max_wait_ms = 60_000) {
  const running = new Map<string, () => void>();
  const lookup: Lookup = (hostname, _, callback) => {
    if (hostname === "broken.example") throw new TypeError("malformed");
    running.set(hostname, () => {
      running.delete(hostname);
      callback(null, [{ address: "192.0.2.1", family: 4 }]);
    });
  };
  const limited = limitLookups(lookup, { concurrency: 3, per_domain: 2 }, max_wait_ms);
  const ask = (hostname: string) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    limited(hostname, { all: true }, (error, [first]) =>
      resolve(first?.address ?? error?.code ?? error?.message ?? ""),
    );
    return promise;
  };
  return { running, ask };
}

describe("lookups", () => {
  it("run up to the limit, then wait in the order in which they came", async () => {
    const { running, ask } = aWorld();
    const answers = ["a.com", "b.com", "c.com", "d.com", "e.com"].map(ask);
    assert.deepEqual([...running.keys()], ["a.com", "b.com", "c.com"]);
    running.get("b.com")?.();
    assert.deepEqual([...running.keys()], ["a.com", "c.com", "d.com"]);
    running.get("a.com")?.();
    assert.deepEqual([...running.keys()], ["c.com", "d.com", "e.com"]);
    for (const answer of running.values()) answer();
    assert.deepEqual(await Promise.all(answers), Array(5).fill("192.0.2.1"));
  });

  it("of one domain leave a part to others", () => {
    const { running, ask } = aWorld();
    for (const name of ["a.evil.com", "b.evil.com", "c.evil.com", "photos.example"]) void ask(name);
    assert.deepEqual([...running.keys()], ["a.evil.com", "b.evil.com", "photos.example"]);
    running.get("a.evil.com")?.();
    assert.deepEqual([...running.keys()], ["b.evil.com", "photos.example", "c.evil.com"]);
  });

  it("that wait too long fail, and are not started later", async () => {
    const { running, ask } = aWorld(20);
    for (const name of ["a.com", "b.com", "c.com"]) void ask(name);
    assert.equal(await ask("d.com"), "EBUSY");
    running.get("a.com")?.();
    assert.deepEqual([...running.keys()], ["b.com", "c.com"]);
  });

  it("that throw give their place back", async () => {
    const { running, ask } = aWorld();
    for (let time = 0; time < 5; time += 1) assert.equal(await ask("broken.example"), "malformed");
    for (const name of ["a.com", "b.com", "c.com"]) void ask(name);
    assert.equal(running.size, 3);
  });
});

describe("the domain of a name", () => {
  const cases: [string, string][] = [
    ["photos.example", "photos.example"],
    ["a.b.photos.example", "photos.example"],
    ["A.Photos.Example.", "photos.example"],
    ["a.photos.co.uk", "photos.co.uk"],
    ["a.photos.com.br", "photos.com.br"],
    ["a.photos.de", "photos.de"],
    ["localhost", "localhost"],
  ];
  for (const [hostname, domain] of cases) {
    it(`${hostname} → ${domain}`, () => assert.equal(domainOf(hostname), domain));
  }
});
