/** A resource is another than the caller read; nothing was written. */
export class PreconditionFailedError extends Error {
  override readonly name = "PreconditionFailedError";
  /** The names of the fields that changed. Empty where fields were removed. */
  readonly changed: readonly string[];

  constructor(changed: readonly string[]) {
    super(`The resource changed: ${changed.join(", ")}.`);
    this.changed = changed;
  }
}
