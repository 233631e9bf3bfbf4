import assert from "node:assert/strict";
import { createHmac, hkdfSync } from "node:crypto";
import { describe, it } from "node:test";
import { createSigner, HIDDEN_NUMBERS } from "./signer.ts";

const id = "an-id_of-22-characters";

describe("a signer", () => {
  const signer = createSigner(["the newest secret", "an older secret"]);

  it("signs with HMAC-SHA-256 under a key that HKDF derives for the purpose", () => {
    const key = hkdfSync("sha256", "the newest secret", "", "latchkey signer v3 refresh_token", 32);
    const mac = createHmac("sha256", Buffer.from(key)).update(id).digest("base64url");
    assert.equal(signer.sign("refresh_token", id), id + mac.slice(0, 22));
  });

  it("recognises an id that it signed, for the purpose it signed it for", () => {
    const text = signer.sign("login_challenge", id);
    assert.deepEqual(signer.read("login_challenge", text), id);
    assert.equal(signer.read("login_verifier", text), undefined);
  });

  it("signs the same id the same way, in 44 characters that a URL carries", () => {
    const text = signer.sign("login_challenge", id);
    assert.equal(signer.sign("login_challenge", id), text);
    assert.match(text, /^[\w-]{44}$/);
  });

  it("recognises what was signed under an older secret, and signs under the newest", () => {
    const [newest, older] = [
      createSigner(["the newest secret"]),
      createSigner(["an older secret"]),
    ];
    assert.deepEqual(signer.read("p", older.sign("p", id)), id);
    assert.equal(signer.sign("p", id), newest.sign("p", id));
    assert.equal(newest.read("p", older.sign("p", id)), undefined);
  });

  it("hides a number beside an id, which is read with the secret that signed it", () => {
    for (const hidden of [0, 1, 4_711, HIDDEN_NUMBERS - 1]) {
      const text = signer.signHiding("p", id, hidden);
      assert.match(text, /^[\w-]{47}$/);
      assert.equal(text, signer.signHiding("p", id, hidden), "the same text again");
      assert.deepEqual(signer.readHiding("p", text), { id, hidden });
      assert.equal(signer.readHiding("q", text), undefined);
      const older = createSigner(["an older secret"]).signHiding("p", id, hidden);
      assert.deepEqual(signer.readHiding("p", older), { id, hidden });
      assert.deepEqual(createSigner(["the newest secret"]).readHiding("p", text), { id, hidden });
    }
  });

  it("shows by no two texts that they hide the same number", () => {
    const ends = Array.from({ length: 200 }, (_, at) =>
      signer.signHiding("p", `id-${at}`, 4_711).slice(-3),
    );
    assert.ok(new Set(ends).size > 190, "a few of 200 may coincide among 2^18");
  });

  it("refuses to read a hidden number from a text that it did not sign, or in another spelling", () => {
    const text = signer.signHiding("p", id, 4_711);
    for (let at = 0; at < text.length - 3; at += 1) {
      const other = text[at] === "A" ? "B" : "A";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      assert.equal(signer.readHiding("p", changed), undefined, `character ${at}`);
    }
    for (const end of ["+//", "ä", "AA=", " AA", ""])
      assert.equal(signer.readHiding("p", text.slice(0, -3) + end), undefined, end);
  });

  it("refuses a text that was changed in any character", () => {
    const text = signer.sign("p", id);
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === "A" ? "B" : "A";
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      assert.equal(signer.read("p", changed), undefined, `character ${at}`);
    }
  });

  it("refuses junk, and a second spelling of what it signed", () => {
    const text = signer.sign("p", id);
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
      assert.equal(signer.read("p", junk), undefined, junk);
    }
  });

  it("recognises the first and the last of more ids than it caches, and what another server signed", () => {
    const texts = Array.from({ length: 1_500 }, (_, at) => signer.sign("p", `id-${at}`));
    for (const [at, text] of texts.entries()) assert.equal(signer.read("p", text), `id-${at}`);
    assert.equal(createSigner(["the newest secret"]).read("p", texts[0] ?? ""), "id-0");
  });

  it("compares the whole MAC of an id that it has just signed, and of one under an older secret", () => {
    const text = signer.sign("p", "just-signed");
    assert.equal(
      signer.read("p", `${text.slice(0, -1)}${text.endsWith("A") ? "B" : "A"}`),
      undefined,
    );
    const older = createSigner(["an older secret"]).sign("p", "just-signed");
    assert.equal(signer.read("p", older), "just-signed");
  });

  it("needs a secret to sign", () => {
    assert.throws(() => createSigner([]).sign("p", id), TypeError);
  });
});
