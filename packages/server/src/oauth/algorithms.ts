export { signingAlgorithms } from "@latchkey/api";
