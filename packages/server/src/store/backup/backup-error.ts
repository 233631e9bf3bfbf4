/** A backup that was not made, not restored, or not found in order. The message is for operators, and says what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  /** Whether it takes other settings. */
  readonly is_misconfigured: boolean;

  constructor(
    message: string,
    {
      is_misconfigured = false,
      ...options
    }: ErrorOptions & { readonly is_misconfigured?: boolean } = {},
  ) {
    super(message, options);
    this.is_misconfigured = is_misconfigured;
  }
}
