import assert from "node:assert/strict";
import { it } from "node:test";

import { renderQrCode } from "./qr-code.ts";

it("a QR code is a square of block characters with a white border", () => {
  const lines = renderQrCode("https://id.example/device?user_code=WDJB-MJHT").trimEnd().split("\n");
  const width = 29 + 4; // Version 3, and the quiet zone on both sides.
  assert.equal(lines.length, Math.ceil(width / 2));
  for (const line of lines) assert.match(line, new RegExp(`^[ ▀▄█]{${width}}$`));
  assert.match(lines[0] ?? "", /^█+$/);
  // The finder pattern: a black square of 7 modules with a white ring inside.
  assert.equal(lines[1]?.slice(2, 9), " ▄▄▄▄▄ ");
});
