export { openTracing } from "./open-tracing.ts";
