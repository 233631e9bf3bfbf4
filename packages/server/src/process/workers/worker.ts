import { enableCompileCache } from "node:module";

enableCompileCache(); // Every worker reads the same code.
await import("./work.ts");
