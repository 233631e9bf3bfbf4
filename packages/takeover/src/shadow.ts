/** What the command compares two servers with, before one takes the place of the other. */

export type { Comparing, Exchange, SeenRequest, SeenResponse } from "./shadow/exchange.ts";
export { createForwarder, type Forwarder, type Forwarding } from "./shadow/forward.ts";
export { readExchange, writeExchange } from "./shadow/recording.ts";
export { rehearse } from "./shadow/rehearse.ts";
export type { CountedDifference, ShadowReport } from "./shadow/report.ts";
export { createShadow, type Shadow } from "./shadow/shadow.ts";
