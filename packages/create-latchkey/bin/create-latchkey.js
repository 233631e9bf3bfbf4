#!/usr/bin/env node
// Syntax of any Node, so that an old one can print what it lacks.
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 24 || (major === 24 && minor >= 7)) {
  await import("#main"); // package.json has the path, built or not.
} else {
  console.error(
    `create-latchkey needs Node.js 24.7 or newer, but this is ${process.version}. Upgrade Node, or run it with a newer one: npx -p node@26 -p create-latchkey create-latchkey. The project brings its own.`,
  );
  process.exitCode = 1;
}
