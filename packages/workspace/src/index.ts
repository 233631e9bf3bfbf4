export { workspace } from "./feature.ts";
