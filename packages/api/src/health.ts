/** The instance, or the instance and all it depends on, is well. */
export interface HealthStatus {
  readonly status: "ok";
}

/** What is wrong, by the name of the check that failed, such as `database`. */
export interface HealthNotReadyStatus {
  readonly errors: Readonly<Record<string, string>>;
}
