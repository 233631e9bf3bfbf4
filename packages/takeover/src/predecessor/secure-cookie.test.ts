import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { writeGob, writeSecureCookie } from "../../test/support/issued.ts";
import { readStringMap } from "./gob.ts";
import { firstGenerationKeys, openSecureCookie, secondGenerationKeys } from "./secure-cookie.ts";
import { createSessionReader } from "./session-cookie.ts";

const system = ["the system secret of the other server"];
const sid = "0729789f-bcea-49f0-88f9-745d9ac74014";
const V1 = "oauth2_authentication_session";
const V2 = "ory_hydra_session";

/** The cookie that a server with these secrets set: it uses the first of its keys. */
function cookieOf(name: string, cookie: readonly string[], secrets = system) {
  const keysOf = name.startsWith("oauth2") ? firstGenerationKeys : secondGenerationKeys;
  const [keys] = keysOf({ system: secrets, cookie });
  assert.ok(keys);
  return { name, value: writeSecureCookie(name, ["sid", sid], keys) };
}

describe("gob", () => {
  const written = writeGob(["sid", sid]);

  it("is read as Go writes it", () => {
    // map[interface{}]interface{}{"sid": "abc"}
    const type = "0eff81040102ff8200011001100000";
    const value = "20ff82000106737472696e670c05000373696406737472696e670c050003616263";
    const map = readStringMap(Buffer.from(type + value, "hex"));
    assert.deepEqual([...(map ?? [])], [["sid", "abc"]]);
    assert.deepEqual([...(readStringMap(written) ?? [])], [["sid", sid]]);
  });

  it("is total: no prefix and no changed byte makes it throw or hang", () => {
    for (let length = 0; length < written.length; length += 1)
      assert.equal(readStringMap(written.subarray(0, length)), undefined);
    for (let at = 0; at < written.length; at += 1)
      for (const byte of [0, 1, 0x7f, 0x80, 0xf8, 0xfc, 0xff]) {
        const changed = Buffer.from(written);
        changed[at] = byte;
        const map = readStringMap(changed);
        assert.ok(map === undefined || map.size <= 1);
      }
  });
});

describe("the session cookie", () => {
  const secrets = [
    { cookie: [], of: "derived from the system secret" },
    { cookie: ["a cookie secret of the other server"], of: "one cookie secret" },
    {
      cookie: ["a cookie secret of the other server", "an AES key has 32 bytes, or less"],
      of: "two",
    },
  ];
  for (const name of [V1, `${V1}_insecure`, V2, `${V2}_dev`])
    for (const { cookie, of } of secrets)
      it(`${name}, ${of}`, () => {
        const read = createSessionReader({ system, cookie }, undefined);
        const set = cookieOf(name, cookie);
        assert.deepEqual(read([{ name: "other", value: "x" }, set]), { sid, cookie: name });
        const other = createSessionReader(
          { system: ["no"], cookie: cookie.map(() => "no") },
          undefined,
        );
        assert.equal(other([set]), undefined, "with other secrets");
      });

  it("has another name where the operator chose one", () => {
    const set = cookieOf("who", []);
    assert.deepEqual(createSessionReader({ system, cookie: [] }, "who")([set]), {
      sid,
      cookie: "who",
    });
    assert.equal(createSessionReader({ system, cookie: [] }, undefined)([set]), undefined);
  });

  it("is bound to its name", () => {
    const { value } = cookieOf(V1, []);
    const renamed = { name: `${V1}_insecure`, value };
    assert.equal(createSessionReader({ system, cookie: [] }, undefined)([renamed]), undefined);
  });

  it("is read with an older system secret, too", () => {
    const read = createSessionReader(
      { system: ["a new secret", ...system], cookie: [] },
      undefined,
    );
    assert.deepEqual(read([cookieOf(V2, [])]), { sid, cookie: V2 });
  });

  it("of the second generation tries every entry", () => {
    const old = "the first cookie secret";
    const read = createSessionReader({ system, cookie: ["the second one", old] }, undefined);
    assert.deepEqual(read([cookieOf(V2, [old])]), { sid, cookie: V2 });
  });

  it("is refused where it is cut, changed or of another content", () => {
    const [keys] = secondGenerationKeys({ system, cookie: [] });
    assert.ok(keys);
    const { value } = cookieOf(V2, []);
    for (let at = 0; at < value.length; at += 7) {
      assert.equal(openSecureCookie(V2, value.slice(0, at), [keys]), undefined);
      const flipped = value[at] === "A" ? "B" : "A";
      const changed = value.slice(0, at) + flipped + value.slice(at + 1);
      assert.equal(openSecureCookie(V2, changed, [keys]), undefined);
    }
    const csrf = { name: V2, value: writeSecureCookie(V2, ["csrf", sid], keys) };
    const odd = { name: V2, value: writeSecureCookie(V2, ["sid", "a b"], keys) };
    const read = createSessionReader({ system, cookie: [] }, undefined);
    assert.equal(read([csrf]), undefined);
    assert.equal(read([odd]), undefined, "a sid that our own cookie could not hold");
  });

  it("an AES key of another length opens nothing", () => {
    const keys = { mac: hash("sha256", "mac", "buffer"), encryption: Buffer.alloc(20) };
    const signed = writeSecureCookie(V1, ["sid", sid], { mac: keys.mac });
    assert.equal(openSecureCookie(V1, signed, [keys]), undefined);
  });
});
