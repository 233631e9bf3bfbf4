import assert from "node:assert/strict";
import { test } from "node:test";

import { deviceNameOf, readDeviceName, writeDeviceName } from "./device-name.ts";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const rows: [string | undefined, string | undefined, string | undefined][] = [
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`,
    "Chrome",
    "Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    "Edge",
    "Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox", "Linux"],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Safari/604.1`,
    "Safari",
    "iPhone",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  ["curl/8.5.0", undefined, undefined],
  ["<script>alert(1)</script>", undefined, undefined],
  [undefined, undefined, undefined],
];

for (const [user_agent, browser, system] of rows) {
  test(`${user_agent} → ${browser}, ${system}`, () => {
    const name = deviceNameOf(user_agent);
    assert.deepEqual(name, { browser, system });
    assert.deepEqual(readDeviceName(writeDeviceName(name)), name);
  });
}
