/** What happened, and what it means for the person. */
export interface Notice {
  readonly title: string;
  readonly text: string;
}
