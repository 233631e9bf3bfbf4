import { run } from "./run.ts";
import { createProcessIo } from "./process-io.ts";

process.exitCode = await run(process.argv.slice(2), createProcessIo());
