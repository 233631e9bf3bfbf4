/** The version of the service, as in Semantic Versioning. */
export interface Version {
  readonly version: string;
}
