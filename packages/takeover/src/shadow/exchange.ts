/** A request as a proxy sent it on. */
export interface SeenRequest {
  readonly listener: "public" | "admin";
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SeenResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request, and what the old server answered. */
export interface Exchange {
  readonly request: SeenRequest;
  readonly old: SeenResponse;
}

/** The path of a request, without the prefix of the second generation and without a slash at its end. */
export function pathOf({ target }: SeenRequest): string {
  const path = target.split("?", 1)[0] ?? "";
  return path.replace(/^\/admin(?=\/)/, "").replace(/(?<=.)\/+$/, "");
}

/** The parameters of the query and, for a form, of the body. */
export function parametersOf({ target, headers, body }: SeenRequest): URLSearchParams {
  const at = target.indexOf("?");
  const parameters = new URLSearchParams(at === -1 ? "" : target.slice(at + 1));
  if (headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true)
    for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  return parameters;
}
