import { createWorkspaceClient, type WorkspaceClientOptions } from "../../src/index.ts";

/** A request as the fake server saw it. */
interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Where the workspace API of these tests would be. */
export const BASE_URL = "https://api.example.com/v1";

/** The secret of the photos integration. No output of any test may hold it. */
export const CLIENT_SECRET = "photos-secret-7f3a";

/** What a server sends for a code, with every member it may have. */
export const TOKENS = {
  access_token: "lk_wat_alice",
  token_type: "bearer",
  refresh_token: "lk_wrt_alice",
  bot_id: "b1",
  workspace_icon: "https://example.com/icon.png",
  workspace_name: "Alice's photos",
  workspace_id: "w1",
  owner: {
    type: "user",
    user: {
      id: "u1",
      object: "user",
      type: "person",
      name: "Alice",
      avatar_url: "https://example.com/alice.png",
      person: { email: "alice@example.com" },
    },
  },
  duplicated_template_id: "t1",
  request_id: "r1",
};

/** The photos integration, before a server that gives these answers in turn and the last one ever after. */
export function photos(
  answers: readonly (() => Response | Promise<Response>)[],
  options: Partial<WorkspaceClientOptions> = {},
) {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    sent.push({ url, init, headers: new Headers(init.headers), body });
    const answer = answers[sent.length - 1] ?? answers.at(-1);
    if (answer === undefined) throw new Error("The server has nothing to say.");
    return answer();
  };
  const client = createWorkspaceClient({
    baseUrl: BASE_URL,
    clientId: "photos",
    clientSecret: CLIENT_SECRET,
    fetch,
    ...options,
  });
  return { client, sent };
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}) {
  return () => Response.json(body, { status, headers });
}

/** An answer in anything. */
export function text(status: number, body: string, headers: Record<string, string> = {}) {
  return () => new Response(body, { status, headers });
}

/** Connections that end before there is an answer. */
export function broken(failure: unknown): () => Promise<Response> {
  return () => Promise.reject(failure);
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("It did not reject.");
}
