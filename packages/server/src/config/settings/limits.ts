import { cidr } from "../address-kinds.ts";
import { databaseTimeout, duration } from "../duration.ts";
import { integer, list } from "../kinds.ts";
import { reloadable, setting } from "../setting.ts";

/**
 * Every size, count, rate and deadline of the server. A limit that is reached is counted in `latchkey_limit_hits_total`
 * under the name of its setting.
 */
export const limitSettings = {
  "serve.limits.body_bytes": setting(
    integer(1024, 67_108_864),
    262_144,
    "The maximum size of a request body.",
  ),
  "serve.limits.header_bytes": setting(
    integer(1024, 1_048_576),
    16_384,
    "The maximum size of a request head.",
  ),
  "serve.limits.request_timeout": setting(
    duration,
    "30s",
    "How long a request may take to arrive.",
  ),
  "serve.limits.idle_timeout": setting(
    duration,
    "65s",
    "How long an idle connection is kept; should be a little longer than the proxy in front keeps its own.",
  ),
  "serve.limits.drain_delay": setting(
    duration,
    "250ms",
    "How long a stopping server still accepts requests while /health/ready responds 503: longer than the proxy in front needs to notice.",
  ),
  "serve.limits.shutdown_timeout": setting(
    duration,
    "10s",
    "How long requests in flight may take after that.",
  ),
  "limits.request.parameters": setting(
    integer(10, 10_000),
    100,
    "The maximum number of parameters of a query or a form.",
    reloadable,
  ),
  "limits.request.parameter_length": setting(
    integer(256, 1_048_576),
    8_192,
    "The maximum length of a parameter of a query or a form, in encoded characters with its name.",
    reloadable,
  ),
  "limits.request.token_length": setting(
    integer(1_024, 1_048_576),
    32_768,
    "The same for parameters with a token: request, client_assertion, id_token_hint and the like.",
    reloadable,
  ),
  "limits.request.scopes": setting(
    integer(1, 10_000),
    128,
    "The maximum number of scopes of one request.",
    reloadable,
  ),
  "limits.request.audiences": setting(
    integer(1, 10_000),
    64,
    "The maximum number of audiences or resources of one request.",
    reloadable,
  ),
  "limits.request.values": setting(
    integer(1, 10_000),
    32,
    "The maximum number of values of any other list in a request: prompt, acr_values, ui_locales, response_type.",
    reloadable,
  ),
  "limits.request.json_depth": setting(
    integer(8, 500),
    64,
    "The maximum nesting of lists and objects in the JSON of a request or of its request object.",
    reloadable,
  ),
  "limits.request.authorization_length": setting(
    integer(1_024, 1_048_576),
    8_192,
    "The maximum length of an authorization, device authorization or logout request, in encoded characters. About as much is stored for each.",
    reloadable,
  ),
  "limits.rate.authorizations": setting(
    integer(0, 1_000_000),
    300,
    "Authorizations, device authorizations and logouts that one address may start in a minute, counted by all processes of a server together; 0 for no limit.",
    reloadable,
  ),
  "limits.rate.pushed_requests": setting(
    integer(0, 1_000_000),
    3_000,
    "Authorization requests that one client may push from one address in a minute, and backchannel authentications that it may start, counted by all processes of a server together; 0 for no limit. Those of clients without a secret count as authorizations. Also the client assertions and DPoP proofs of token requests from one address, of clients without a secret and of those that no operator registered, each of which is stored until it expires.",
    reloadable,
  ),
  "limits.rate.client_secrets": setting(
    integer(0, 1_000_000),
    30,
    "Chosen client secrets that one address may present for one client in a minute, counted by all processes of a server together; 0 for no limit. A secret that matched is not counted again.",
    reloadable,
  ),
  "limits.rate.exempt": setting(
    list(cidr),
    ["127.0.0.0/8", "::1/128"],
    "Networks whose callers have no rate limit.",
    reloadable,
  ),
  "limits.hash.concurrency": setting(
    integer(1, 64),
    1,
    "How many passwords, and how many chosen client secrets, a process checks at once; as many more with hashes of other servers, and one that takes long. Each takes a thread of Node's pool, which has four unless UV_THREADPOOL_SIZE is set, and which signatures need too.",
    reloadable,
  ),
  "limits.hash.queue_length": setting(
    integer(1, 100_000),
    1_000,
    "How many passwords, and how many client secrets, may wait to be checked. Beyond that, the oldest of the address that has the most waiting gets a 503.",
    reloadable,
  ),
  "limits.hash.queue_length_per_caller": setting(
    integer(1, 10_000),
    16,
    "How many of these may wait for one client or account and address. Beyond that, the oldest of them gets a 503.",
    reloadable,
  ),
  "limits.hash.longest_wait": setting(
    duration,
    "5s",
    "How long a password or client secret may wait to be checked before the request gets a 503.",
    reloadable,
  ),
  "limits.token_hooks.concurrency": setting(
    integer(1, 100_000),
    500,
    "How many token requests of a process may wait for token hooks at once. Further ones get a 503, and nothing of theirs is used up.",
    reloadable,
  ),
  "limits.database.statement_timeout": setting(
    databaseTimeout,
    "5s",
    "How long a request may wait for the database, a connection included; then it gets a 503. Migrations have no limit.",
  ),
  "limits.database.connect_timeout": setting(
    databaseTimeout,
    "2s",
    "How long one attempt to connect to one PostgreSQL server may take.",
  ),
  "limits.database.startup_timeout": setting(
    duration,
    "30s",
    "How long a starting server waits for a database that does not respond; then it exits with status 1.",
  ),
};
