import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { freshnessOf } from "./freshness.ts";

describe("RFC 9111 §4.2: how long a response is fresh", () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  const table: [headers: Parameters<typeof freshnessOf>[0], seconds: number][] = [
    [{}, 0],
    [{ "cache-control": "max-age=600" }, 600],
    [{ "cache-control": "public, Max-Age=600, must-revalidate" }, 600],
    [{ "cache-control": 'max-age="600"' }, 600],
    [{ "cache-control": "max-age=600, s-maxage=60" }, 60],
    [{ "cache-control": "max-age=600, max-age=6000" }, 600],
    [{ "cache-control": "max-age=600", age: "100" }, 500],
    [{ "cache-control": "max-age=600", age: "1000" }, 0],
    [{ "cache-control": "max-age=600, no-store" }, 0],
    [{ "cache-control": "max-age=600, no-cache" }, 0],
    [{ "cache-control": "private, max-age=600" }, 0],
    [{ "cache-control": "max-age=-1" }, 0],
    [{ "cache-control": "max-age=soon" }, 0],
    [{ "cache-control": `max-age=${"9".repeat(400)}` }, 0],
    [{ expires: "Sun, 06 Nov 1994 09:49:37 GMT", date }, 3_600],
    [{ expires: "Sun, 06 Nov 1994 07:49:37 GMT", date }, 0],
    [{ expires: "0", date }, 0],
    [{ expires: "Sun, 06 Nov 1994 09:49:37 GMT", date, "cache-control": "max-age=5" }, 5],
    [{ "cache-control": ",".repeat(10_000) }, 0],
  ];
  for (const [headers, seconds] of table) {
    it(`${JSON.stringify(headers).slice(0, 90)}: ${seconds} seconds`, () =>
      assert.equal(freshnessOf(headers), seconds));
  }
});
