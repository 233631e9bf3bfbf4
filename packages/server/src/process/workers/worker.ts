import { enableCompileCache } from "node:module";

enableCompileCache(); // All workers load the same code, and it is compiled once.
await import("./run-worker.ts");
