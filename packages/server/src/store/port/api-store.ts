import type { Api } from "../../oauth/resource/api.ts";
import type { Listing, Page } from "./page.ts";

/** The APIs that access tokens are for. */
export interface Apis {
  /** False when the id is taken or another API has the identifier; then nothing is written. */
  create(api: Api): Promise<boolean>;
  find(id: string): Promise<Api | undefined>;
  /** It may be cached. That there is none is always decided by the database. */
  findByIdentifier(identifier: string): Promise<Api | undefined>;
  /**
   * The same, but that there is none may be cached too: for how a token is written, not for whether a request is allowed.
   * Most audiences are not registered as APIs, and looking them up must not cost a query for each token.
   */
  findCachedByIdentifier(identifier: string): Promise<Api | undefined>;
  /** By ascending id. */
  list(page: Page): Promise<Listing<Api>>;
  /** Those with this text in their name, identifier or id, in any case. */
  search(text: string, page: Page): Promise<Listing<Api>>;
  /** Replaces the API with the same id and identifier, and returns it as it is now. Undefined when there is none. */
  replace(api: Api): Promise<Api | undefined>;
  /** False when there was no such API. */
  delete(id: string): Promise<boolean>;
}
