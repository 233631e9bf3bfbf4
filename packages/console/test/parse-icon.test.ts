import assert from "node:assert/strict";
import { it } from "node:test";

import { parseIcon } from "../src/components/parse-icon.ts";

const table: [icon: string | null, shown: object][] = [
  [null, {}],
  ["", {}],
  ["🐇", { emoji: "🐇" }],
  ["https://a.example/icon.png", { image: "https://a.example/icon.png" }],
  ["data:image/png;base64,AA==", { image: "data:image/png;base64,AA==" }],
  ["http://a.example/icon.png", {}],
  ["javascript:alert(1)", {}],
  ["data:text/html,x", {}],
];
for (const [icon, shown] of table)
  it(`shows of ${icon} ${JSON.stringify(shown)}`, () => assert.deepEqual(parseIcon(icon), shown));
