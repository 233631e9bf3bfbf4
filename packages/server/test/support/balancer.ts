import { Agent, get, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** The upstream half of a proxy that balances over several servers. */
export interface Balancer {
  /** Sends a request to a server that is up. Rejects where a proxy would answer 502 or 503. */
  readonly send: (upstream: UpstreamRequest) => Promise<UpstreamAnswer>;
  /** Resolves when the health check of a server has this outcome. */
  readonly whenSeen: (server: string, up: boolean) => Promise<void>;
  readonly close: () => void;
}

interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface UpstreamAnswer {
  readonly status: number;
  readonly body: string;
}

interface Upstream {
  readonly url: string;
  readonly agent: Agent;
  up: boolean;
}

const CHECK_MS = 50;

/**
 * Does what HAProxy does with its defaults and `option httpchk GET /health/ready`: connections are kept and reused, servers
 * that are not ready get no more requests, and a request goes to the next server only if the connection was refused. Once a
 * request was sent it is never sent again: a POST may have been carried out.
 */
export function startBalancer(servers: readonly string[]): Balancer {
  const upstreams = servers.map((url): Upstream => ({
    url,
    agent: new Agent({ keepAlive: true }),
    up: false,
  }));
  const closed = new AbortController();
  let turn = 0;
  const check = async (upstream: Upstream): Promise<void> => {
    while (!closed.signal.aborted) {
      upstream.up = await isReady(upstream.url);
      await pause(CHECK_MS);
    }
  };
  for (const upstream of upstreams) void check(upstream);

  const send = async (sent: UpstreamRequest): Promise<UpstreamAnswer> => {
    const candidates = upstreams.filter(({ up }) => up);
    turn += 1;
    for (let attempt = 0; attempt < candidates.length; attempt += 1) {
      const upstream = candidates[(turn + attempt) % candidates.length];
      const answer = upstream && (await forward(upstream, sent));
      if (answer !== undefined) return answer;
    }
    throw new Error("No server is up.");
  };

  return {
    send,
    async whenSeen(server, up) {
      const isSeen = (): boolean => upstreams.some((one) => one.url === server && one.up === up);
      while (!isSeen()) await pause(CHECK_MS);
    },
    close() {
      closed.abort();
      for (const { agent } of upstreams) agent.destroy();
    },
  };
}

/** Undefined when the server refused the connection, so that nothing was sent. */
function forward(
  { url, agent }: Upstream,
  { method, path, headers, body }: UpstreamRequest,
): Promise<UpstreamAnswer | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method,
      agent,
      headers: { ...headers, "content-length": body.length },
    });
    sent.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") resolve(undefined);
      else reject(error);
    });
    sent.once("response", (response) => {
      text(response).then(
        (answered) => resolve({ status: response.statusCode ?? 0, body: answered }),
        reject,
      );
    });
    sent.end(body);
  });
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/health/ready`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once("error", () => resolve(false));
  });
}
