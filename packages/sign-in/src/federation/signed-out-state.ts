/** The purpose of the state with which a user returns from signing out at a provider. */
export const SIGNED_OUT = ["signed out at a provider"];
