/** A request as the pages see it: plain data, whoever received it. */
export interface PageRequest {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** Where the person sits. Leave it out where only a proxy's address is known: all would share its penalty. */
  readonly address?: string;
  /** Shown on error pages, for people to quote. */
  readonly request_id?: string;
  /** Who is signed in, where whoever received the request knows. */
  readonly subject?: string;
}

/** What the pages answer: plain data, whoever sends it. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}
