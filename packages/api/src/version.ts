/** The version of the service, as in Semantic Versioning. */
export interface Version {
  /** Such as `v1.2.3`. */
  readonly version: string;
}
