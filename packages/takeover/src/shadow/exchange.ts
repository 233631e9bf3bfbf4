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

/** Sends the old server the same request once more. */
export type AskAgain = () => Promise<SeenResponse>;

/** A request that is being compared while the old server answers it. */
export interface Comparing {
  /** Resolves when the old server may be asked; undefined for at once. */
  readonly ready: Promise<void> | undefined;
  /** Called with the old server's answer, after the caller has it, or with a reason why there is none to compare. */
  end(old: SeenResponse | string, askAgain?: AskAgain): void;
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
  if (/^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? ""))
    for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  return parameters;
}
