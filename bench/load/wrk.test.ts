import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseWrk } from "./wrk.ts";

const report = `Running 5s test @ http://127.0.0.1:4801/oauth2/token
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.25ms  350.11us  11.02ms   93.50%
    Req/Sec    14.31k   612.54    15.10k    82.99%
  Latency Distribution
     50%    2.16ms
     75%    2.29ms
     90%    2.50ms
     99%  850.50us
  71210 requests in 5.00s, 17.66MB read
Requests/sec:  14238.61
Transfer/sec:      3.53MB
`;

describe("the output of wrk", () => {
  it("is parsed: count, rate, percentiles", () => {
    assert.deepEqual(parseWrk(report), {
      count: 71_210,
      rate: 14_238.61,
      p50_ms: 2.16,
      p99_ms: 0.8505,
    });
  });

  for (const line of [
    "  Non-2xx or 3xx responses: 12",
    "  Socket errors: connect 0, read 3, write 0, timeout 0",
  ]) {
    it(`is rejected with: ${line.trim()}`, () => {
      assert.throws(() => parseWrk(`${report}${line}\n`), /Some responses were errors/);
    });
  }

  it("is rejected without a response", () => {
    assert.throws(() => parseWrk("  0 requests in 1.00s, 0.00B read\n"), /No response/);
  });

  it("is rejected when it is something else", () => {
    assert.throws(() => parseWrk("unable to connect"), /could not be parsed/);
  });
});
