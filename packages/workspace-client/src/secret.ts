import { inspect } from "./inspect.ts";

/** A text that is used but never shown: printing, JSON, spreading and cloning all come up empty. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself. Whoever calls this takes care of where it goes. */
  reveal(): string {
    return this.#text;
  }

  /** Not the text. */
  toString(): string {
    return REDACTED;
  }

  /** Not the text. */
  toJSON(): string {
    return REDACTED;
  }

  [inspect](): string {
    return REDACTED;
  }
}

/** The text of a secret that a caller passed. Throws a TypeError, without it, when there is none to send. */
export function reveal(secret: Secret | string, name: string): string {
  const text: unknown = secret instanceof Secret ? secret.reveal() : secret;
  if (typeof text !== "string" || text === "") throw new TypeError(`${name} must not be empty.`);
  return text;
}

const REDACTED = "[redacted]";
