import type { Certificate } from "./certificate.ts";

/** A request, whatever the framework. */
export interface ProtectedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The URL that the client called. */
  readonly url: string;
  /** A header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The client certificate of the connection, as DER. */
  readonly certificate?: Certificate | undefined;
}
