import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageHeaders, readPage } from "./pagination.ts";

describe("the page a query asks for", () => {
  const pages: [string, number, number][] = [
    ["", 100, 0],
    ["limit=2&offset=7", 2, 7],
    ["limit=500", 500, 0],
    ["limit=501", 500, 0],
    ["limit=99999999999999999999", 500, 0],
    ["limit=0", 100, 0],
    ["limit=-1", 100, 0],
    ["limit=many", 100, 0],
    ["limit=1e2", 100, 0],
    ["limit=", 100, 0],
    ["offset=-1", 100, 0],
    ["offset=1.5", 100, 0],
    ["offset=9223372036854775807", 100, Number.MAX_SAFE_INTEGER],
    ["offset=99999999999999999999", 100, Number.MAX_SAFE_INTEGER],
  ];
  for (const [query, limit, offset] of pages) {
    it(`?${query} → ${limit} from ${offset}`, () => {
      assert.deepEqual(readPage(new URLSearchParams(query)), { limit, offset });
    });
  }
});

describe("the links of a page", () => {
  const links: [string, number, number, number, string][] = [
    ["an empty list", 10, 0, 0, "first=0 last=0"],
    ["a list of one page", 10, 0, 10, "first=0 last=0"],
    ["the first page", 10, 0, 25, "first=0 next=10 last=20"],
    ["a page in between", 10, 10, 25, "first=0 next=20 previous=0 last=20"],
    ["the last page", 10, 20, 25, "first=0 previous=10 last=20"],
    ["a last page that is full", 10, 10, 20, "first=0 previous=0 last=10"],
    ["a page between pages", 10, 5, 25, "first=0 next=15 previous=0 last=20"],
    ["a page past the end", 10, 90, 25, "first=0 previous=20 last=20"],
    ["a page past an empty list", 10, 90, 0, "first=0 previous=0 last=0"],
  ];
  for (const [name, limit, offset, total, expected] of links) {
    it(`${name} → ${expected}`, () => {
      const headers = pageHeaders("/clients", new URLSearchParams(), { limit, offset }, total);
      const found = String(headers["Link"])
        .split(",")
        .map((link) => /offset=(\d+)>; rel="(\w+)"$/.exec(link))
        .map((link) => `${link?.[2]}=${link?.[1]}`);
      assert.equal(found.join(" "), expected);
      assert.equal(headers["X-Total-Count"], String(total));
    });
  }

  it("are relative, keep the other parameters, and sort them all", () => {
    const query = new URLSearchParams("subject=alice%20%3E&offset=junk&client=photos");
    const { Link } = pageHeaders("/sessions", query, { limit: 2, offset: 0 }, 3);
    assert.equal(
      Link,
      '</sessions?client=photos&limit=2&offset=0&subject=alice+%3E>; rel="first",' +
        '</sessions?client=photos&limit=2&offset=2&subject=alice+%3E>; rel="next",' +
        '</sessions?client=photos&limit=2&offset=2&subject=alice+%3E>; rel="last"',
    );
  });
});
