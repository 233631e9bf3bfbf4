import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../test/support/properties.ts";
import { parseForm, readForm } from "./form.ts";

const FORM = "application/x-www-form-urlencoded";

describe("a form body", () => {
  const read: [string, string | undefined, string, string | undefined][] = [
    ["is read", FORM, "scope=photos.read", "photos.read"],
    ["may name its charset", `${FORM}; charset=UTF-8`, "scope=a", "a"],
    ["may shout its type", "Application/X-WWW-Form-Urlencoded", "scope=a", "a"],
    ["turns + into a space", FORM, "scope=a+b", "a b"],
    ["keeps an escaped +", FORM, "scope=a%2Bb", "a+b"],
    ["decodes UTF-8", FORM, "scope=%C3%A9t%c3%a9", "été"],
    ["splits at the first =", FORM, "scope=a=b", "a=b"],
    ["decodes names", FORM, "sc%6Fpe=a", "a"],
    ["shrugs at stray ampersands", FORM, "&&scope=a&", "a"],
    ["counts an empty value as not sent", FORM, "scope=&state=1", undefined],
    ["counts a bare name as not sent", FORM, "scope", undefined],
    ["needs no type when it is empty", undefined, "", undefined],
  ];
  for (const [name, content_type, body, scope] of read) {
    it(name, () => {
      const form = readForm({ headers: { "content-type": content_type }, body });
      assert.ok(form.ok);
      assert.equal(form.value.get("scope"), scope);
    });
  }

  const refused: [string, string | undefined, string, RegExp][] = [
    ["JSON", "application/json", '{"scope":"a"}', /Content-Type: application\/x-www-form/],
    ["a body without a type", undefined, "scope=a", /must be a form/],
    ["a type that only begins like a form", `${FORM}x`, "scope=a", /must be a form/],
    ["an escape cut short", FORM, "scope=%4", /percent-escape/],
    ["an escape that is not hexadecimal", FORM, "scope=%zz", /percent-escape/],
    ["bytes that are not UTF-8", FORM, "scope=%ff", /percent-escape/],
    ["an escaped NUL", FORM, "scope=a%00", /not text/],
    ["a bare NUL", FORM, "scope=a\0", /not text/],
    ["a broken name", FORM, "%=a", /percent-escape/],
  ];
  for (const [name, content_type, body, reason] of refused) {
    it(`refuses ${name}`, () => {
      const form = readForm({ headers: { "content-type": content_type }, body });
      assert.ok(!form.ok);
      assert.equal(form.error.error, "invalid_request");
      assert.match(form.error.error_description, reason);
    });
  }

  const repeated: [string, string, readonly string[]][] = [
    ["nothing", "scope=a&state=b", []],
    ["scope", "state=1&scope=a&scope=a", ["scope"]],
    ["two, in the order in which that shows", "a=1&b=1&b=2&a=2&a=3", ["b", "a"]],
    ["not what came once with a value", "scope=&scope=a", []],
  ];
  for (const [name, body, expected] of repeated) {
    it(`repeats ${name}: ${body}`, () => assert.deepEqual(parseForm(body)?.repeated, expected));
    it(`repeats ${name} among many`, () => {
      const others = Array.from({ length: 100 }, (_, index) => `p${index}=1`).join("&");
      assert.deepEqual(parseForm(`${others}&${body}`)?.repeated, expected);
    });
  }

  it("gives one text for a list, and the first value of anything else", () => {
    const form = parseForm("scope=a+b&state=1&scope=c&state=2");
    assert.equal(form?.get("scope"), "a b c");
    assert.equal(form?.get("state"), "1");
  });

  it("gives every audience, in order", () => {
    assert.deepEqual(parseForm("audience=b&scope=s&audience=a")?.getAll("audience"), ["b", "a"]);
    assert.deepEqual(parseForm("")?.getAll("audience"), []);
  });

  it("reads what URLSearchParams reads, and refuses only broken escapes", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.constantFrom("&", "=", "+", "%", "%20", "%C3%A9", "%ff", "?", "a", "__proto__"),
    );
    const body = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    assertProperty(
      fc.property(body, (text) => {
        const form = parseForm(text);
        assert.equal(form === undefined, isBroken(text));
        if (form === undefined) return;

        const reference = new URLSearchParams(`&${text}`); // It would swallow a leading question mark.
        for (const name of [...reference.keys(), "absent"]) {
          const values = reference.getAll(name).filter((value) => value !== "");
          assert.deepEqual(form.getAll(name), values);
          assert.equal(form.get(name), values[0]);
        }
      }),
      { cases: 2_000 },
    );
  });
});

function isBroken(text: string): boolean {
  try {
    return decodeURIComponent(text).includes("\0");
  } catch {
    return true;
  }
}
