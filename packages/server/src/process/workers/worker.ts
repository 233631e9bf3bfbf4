import { enableCompileCache } from "node:module";

enableCompileCache(); // All workers load the same code.
await import("./run-worker.ts");
