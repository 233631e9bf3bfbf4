import manifest from "../../package.json" with { type: "json" };

/** The version of this server. */
export const version: string = `v${manifest.version}`;
