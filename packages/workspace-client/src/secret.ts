import { inspect } from "./inspect.ts";

/** A string that is never printed: inspection, JSON, spreading and cloning do not reveal it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the secret. The caller must not log it.
   *
   * @example
   * ```ts
   * const { accessToken } = await workspace.refresh(REFRESH_TOKEN);
   * const headers = { authorization: `Bearer ${accessToken.reveal()}` };
   * ```
   */
  reveal(): string {
    return this.#text;
  }

  /** Returns a placeholder. */
  toString(): string {
    return REDACTED;
  }

  /** Returns a placeholder. */
  toJSON(): string {
    return REDACTED;
  }

  [inspect](): string {
    return REDACTED;
  }
}

/** Returns the text of a secret. Throws a TypeError, without quoting it, if it is empty. */
export function reveal(secret: Secret | string, name: string): string {
  const text: unknown = secret instanceof Secret ? secret.reveal() : secret;
  if (typeof text !== "string" || text === "") throw new TypeError(`${name} must not be empty.`);
  return text;
}

const REDACTED = "[redacted]";
