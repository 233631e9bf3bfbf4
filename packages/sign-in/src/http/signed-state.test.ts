import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";

import { assertProperty } from "../../../server/test/support/properties.ts";
import { readState, signState } from "./signed-state.ts";

const options = { cookie_secrets: ["a secret"] };
const state = signState(["second factor", "c1"], { subject: "alice" }, 100, options);

test("a state is read for its purpose until it expires", () => {
  assert.deepEqual(readState(["second factor", "c1"], state, 99, options), { subject: "alice" });
  assert.equal(readState(["second factor", "c1"], state, 100, options), undefined);
  assert.equal(readState(["second factor", "c2"], state, 99, options), undefined);
  assert.equal(readState(["second factor"], state, 99, options), undefined);
});

test("a state that was changed, or signed by another server, is not read", () => {
  const [text = "", mac = ""] = state.split(".");
  const forged = Buffer.from(JSON.stringify({ value: { subject: "bob" }, expires_at: 1e12 }));
  const purpose = ["second factor", "c1"];
  const others = [
    null,
    "",
    ".",
    text,
    `${text}.`,
    `.${mac}`,
    `${forged.toString("base64url")}.${mac}`,
  ];
  for (const other of others) assert.equal(readState(purpose, other, 99, options), undefined);
  assert.equal(readState(purpose, state, 99, { cookie_secrets: ["another"] }), undefined);
  assert.deepEqual(readState(purpose, state, 99, { cookie_secrets: ["another", "a secret"] }), {
    subject: "alice",
  });
});

const purposes = fc.array(fc.string(), { maxLength: 3 });
const values = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer()));

test("what was signed is read as it was, for its purpose and with its secret alone", () => {
  assertProperty(
    fc.property(
      values,
      purposes,
      purposes,
      fc.nat(),
      fc.string(),
      (value, one, other, until, key) => {
        const plain = JSON.parse(JSON.stringify(value));
        const signed = signState(one, plain, until + 1, options);
        assert.deepEqual(readState(one, signed, until, options), plain);
        assert.equal(readState(one, signed, until + 1, options), undefined);
        if (JSON.stringify(one) !== JSON.stringify(other))
          assert.equal(readState(other, signed, until, options), undefined);
        if (key !== "a secret")
          assert.equal(readState(one, signed, until, { cookie_secrets: [key] }), undefined);
      },
    ),
  );
});

test("no change of the text is read, and no text of a stranger throws", () => {
  assertProperty(
    fc.property(values, fc.nat(), fc.string({ minLength: 1 }), (value, at, other) => {
      const signed = signState(["p"], JSON.parse(JSON.stringify(value)), 100, options);
      const [text = "", mac = ""] = signed.split(".");
      const place = at % text.length;
      const changed = text.slice(0, place) + other + text.slice(place + 1);
      if (changed !== text)
        assert.equal(readState(["p"], `${changed}.${mac}`, 99, options), undefined);
      assert.equal(readState(["p"], other, 99, options), undefined);
    }),
  );
});
