/** Seconds in which failed sign-ins that are alike are counted together. */
export const WINDOW = 600;

/** How many requests are named of those that are alike. */
export const MAX_REQUEST_IDS = 10;
