/** What a grant is found by. */
export interface GrantKey {
  /** Also the id of the flow it came from. */
  readonly grant_id: string;
  /** Where the grants of its subject are stored. */
  readonly subject_key: number;
}

/** The key of a grant, or of one of its codes and tokens. */
export function keyOf({ grant_id, subject_key }: GrantKey): GrantKey {
  return { grant_id, subject_key };
}
