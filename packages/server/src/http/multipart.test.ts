import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { assertProperty } from "../../test/support/properties.ts";
import { urlEncodedFormOf } from "./multipart.ts";

const TYPE = "multipart/form-data; boundary=x";
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const read = (body: string, content_type: string | undefined = TYPE) =>
  urlEncodedFormOf({ headers: { "content-type": content_type }, body });

describe("a multipart form", () => {
  const table: [string, string, string, string | undefined][] = [
    ["has fields", TYPE, `${field("a", "1")}${field("b", "2")}--x--\r\n`, "a=1&b=2"],
    ["may repeat them", TYPE, `${field("a", "1")}${field("a", "2")}--x--`, "a=1&a=2"],
    ["may be empty", TYPE, "--x--\r\n", ""],
    ["keeps line breaks and more", TYPE, `${field("a", "\r\n1&=é\r\n")}--x--`, encoded("a")],
    [
      "may quote its boundary",
      'multipart/form-data; boundary="x"',
      `${field("a", "1")}--x--`,
      "a=1",
    ],
    ["may shout its type", "Multipart/Form-Data; Boundary=x", `${field("a", "1")}--x--`, "a=1"],
    [
      "may have more headers, in any case and order",
      TYPE,
      "--x\r\ncontent-type: text/plain\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n--x--",
      "a=1",
    ],
    ["may have words before and after it", TYPE, `hello\r\n${field("a", "1")}--x--bye`, "a=1"],
    ["must end", TYPE, field("a", "1"), undefined],
    ["must have its boundary named", "multipart/form-data", `${field("a", "1")}--x--`, undefined],
    ["must use it", TYPE, "a=1", undefined],
    [
      "must name its fields",
      TYPE,
      "--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--",
      undefined,
    ],
    ["must have no part without a head", TYPE, "--x\r\n1\r\n--x--", undefined],
    [
      "must have no file",
      TYPE,
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n1\r\n--x--',
      undefined,
    ],
    [
      "is not what has another type",
      "text/plain; boundary=x",
      `${field("a", "1")}--x--`,
      undefined,
    ],
  ];
  for (const [name, type, body, expected] of table) {
    it(name, () => assert.equal(read(body, type), expected));
  }

  it("is not what is too large to be read", () =>
    assert.equal(
      urlEncodedFormOf({ headers: { "content-type": TYPE }, body: undefined }),
      undefined,
    ));

  it("is read as the platform reads it", async () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }),
      fc.constantFrom("--", "--x", "\r\n", "\r\n\r\n", "&", "=", "%0a", "+"),
    );
    const value = fc.array(text, { maxLength: 4 }).map((parts) => parts.join(""));
    const name = fc.stringMatching(/^[a-z_]{1,12}$/);
    await assertProperty(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (fields) => {
        const form = new FormData();
        for (const [key, text_of_field] of fields) form.append(key, text_of_field);
        const response = new Response(form);
        const contentType = response.headers.get("content-type") ?? "";
        const body = await response.text();
        const readByPlatform = await new Response(body, {
          headers: { "Content-Type": contentType },
        }).formData();
        const expected = [...readByPlatform];
        assert.deepEqual([...new URLSearchParams(read(body, contentType))], expected);
      }),
      { cases: 300 },
    );
  });
});

function encoded(name: string): string {
  return new URLSearchParams([[name, "\r\n1&=é\r\n"]]).toString();
}
