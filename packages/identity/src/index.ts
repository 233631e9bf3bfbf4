export { identity } from "./feature.ts";
