// Exits with 0 if the second file matches the expectation in the first.
import { readFileSync } from "node:fs";

import { matchesJson, matchesText } from "./match-output.ts";

const [expected = "", shown = ""] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const matches = expected.startsWith("{") ? matchesJson : matchesText;
process.exitCode = matches(expected, shown) ? 0 : 1;
