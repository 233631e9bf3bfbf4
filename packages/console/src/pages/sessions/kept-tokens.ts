/** What a dialog says that ends login sessions alone. */
export const keptTokens =
  "Apps keep the tokens they have, unless the settings of the server or of their client end them at logout.";
