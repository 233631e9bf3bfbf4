/** What happened, and what the user can do. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}
