// Whether a file shows what another expects: the exit code tells.
import { readFileSync } from "node:fs";

import { matchesJson, matchesText } from "./match-output.ts";

const [expected = "", shown = ""] = process.argv.slice(2).map((file) => readFileSync(file, "utf8"));
const matches = expected.startsWith("{") ? matchesJson : matchesText;
process.exitCode = matches(expected, shown) ? 0 : 1;
