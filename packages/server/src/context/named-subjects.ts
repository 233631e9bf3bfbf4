/** RFC 8693: subjects that clients name in a token exchange, without a token of theirs. */

import type { NamedSource } from "../oauth/access-token.ts";
import type { FormFields } from "../oauth/form-fields.ts";
import type { NamingActor } from "../oauth/named-subject.ts";
import type { Request } from "../http/request.ts";
import type { Script } from "../store/database/statement.ts";

/** A request that names a subject. */
export interface Naming {
  readonly subject: string;
  /** The actor token, which is valid; undefined where none was sent. */
  readonly actor: NamingActor | undefined;
  readonly form: FormFields;
  readonly request: Pick<Request, "address" | "request_id">;
}

/** A subject that was accepted. */
export interface NamedSubject {
  /** Unix seconds: when a token for it ends at the latest. */
  readonly expires_at: number;
  readonly source: NamedSource;
  /** What is written with the token, in one transaction: without it, the token does not exist. */
  readonly recordOf: (token: IssuedToken) => () => Script<void>;
}

/** A token as it is issued. */
export interface IssuedToken {
  readonly scope: readonly string[];
  readonly audience: readonly string[];
  /** Unix seconds. */
  readonly expires_at: number;
}
