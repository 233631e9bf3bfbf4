export { ApiError, unwrap } from "./api-error.ts";
export { basic, bearer } from "./authorization.ts";
export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { CallOptions } from "./method.ts";
export { paginate, parseLink, type Links, type Page } from "./pagination.ts";
export type { Refusal, Reply, Success } from "./reply.ts";
