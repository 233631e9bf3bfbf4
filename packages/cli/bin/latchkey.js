#!/usr/bin/env node
// Plain old JavaScript, so that a Node that is too old can run it as far as the error message.
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 24 || (major === 24 && minor >= 7)) {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache(); // The second start takes half as long.
  await import("#main"); // package.json knows where it is, built or not.
} else {
  console.error(
    `Latchkey needs Node.js 24.7 or newer, but this is ${process.version}. Upgrade Node, or add a newer one to this project: npm install node@26.`,
  );
  process.exitCode = 1;
}
