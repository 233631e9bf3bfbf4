/** What `@latchkey/testing` imports, and no other package: parts of the server that a test replaces or drives. */

export { describeProblem } from "../config/problem.ts";
export { checkConfig, loadConfig } from "../process/composed-config.ts";
export { isLoopback } from "../config/loopback.ts";
export type { Config } from "../config/settings.ts";
export { keySets } from "../context/keyring.ts";
export { decodeJwt, signJwt } from "../crypto/jwt.ts";
export { algOf, generateJwk, publicHalf } from "../crypto/jwk.ts";
export { randomId, setRandomSource } from "../crypto/random.ts";
export { openSigningKey } from "../crypto/signing-key.ts";
export type { Handler, ResponseObserver } from "../http/handler.ts";
export { toFetch } from "../http/in-process.ts";
export { listen, type Listener } from "../http/listener/listen.ts";
export { ok } from "../result.ts";
export type { Outbound } from "../outbound/outbound.ts";
export { createServer, type Server } from "../process/server.ts";
export { limitsOf } from "../process/start.ts";
export type { Database } from "../store/database/database.ts";
export { StoreUnavailableError } from "../store/port/unavailable.ts";
export { createLog } from "../telemetry/log.ts";
export { describeResponse, type DescribedResponse } from "./describe-response.ts";
export { expiryOf, revokeAnyToken } from "./tokens.ts";
