#!/usr/bin/env node
// Syntax of any Node, so that an old one can print what it lacks.
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major > 24 || (major === 24 && minor >= 7)) {
  await import("#main"); // package.json has the path, built or not.
} else {
  console.error(`The project needs Node.js 24.7 or newer, but this is ${process.version}.`);
  process.exitCode = 1;
}
