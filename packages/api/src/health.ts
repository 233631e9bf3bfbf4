/** The instance, or the instance and all it depends on, is well. */
export interface HealthStatus {
  /** All is well. */
  readonly status: "ok";
}

/** What is wrong, by the name of the check that failed, such as `database`. */
export interface HealthNotReadyStatus {
  /** What is wrong, by the name of the check. */
  readonly errors: Readonly<Record<string, string>>;
}
