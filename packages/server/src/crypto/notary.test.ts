import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createNotary } from "./notary.ts";

const name = "a-name_of-22-letters00";

describe("a notary", () => {
  const notary = createNotary(["the newest secret", "an older secret"]);

  it("recognises the name it gave out, for the purpose it gave it out for", () => {
    const text = notary.sign("login_challenge", name);
    assert.deepEqual(notary.read("login_challenge", text), name);
    assert.equal(notary.read("login_verifier", text), undefined);
  });

  it("gives the same name out the same way, in 44 characters that a URL carries", () => {
    const text = notary.sign("login_challenge", name);
    assert.equal(notary.sign("login_challenge", name), text);
    assert.match(text, /^[\w-]{44}$/);
  });

  it("recognises what an older secret gave out, and gives out under the newest", () => {
    const [newest, older] = [
      createNotary(["the newest secret"]),
      createNotary(["an older secret"]),
    ];
    assert.deepEqual(notary.read("p", older.sign("p", name)), name);
    assert.equal(notary.sign("p", name), newest.sign("p", name));
    assert.equal(newest.read("p", older.sign("p", name)), undefined);
  });

  it("recognises nothing that was changed in any letter", () => {
    const text = notary.sign("p", name);
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === "A" ? "B" : "A";
      assert.equal(
        notary.read("p", text.slice(0, at) + other + text.slice(at + 1)),
        undefined,
        `letter ${at}`,
      );
    }
  });

  it("recognises no junk, and no second spelling", () => {
    const text = notary.sign("p", name);
    for (const junk of [
      "",
      "x",
      `${text}=`,
      `${text}A`,
      ` ${text}`,
      text.slice(0, -1),
      "ä".repeat(44),
      "A".repeat(22),
    ]) {
      assert.equal(notary.read("p", junk), undefined, junk);
    }
  });

  it("needs a secret to give names out", () => {
    assert.throws(() => createNotary([]).sign("p", name), TypeError);
  });
});
