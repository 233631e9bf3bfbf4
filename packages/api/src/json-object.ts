/** Any JSON object, carried and not interpreted. */
export type JsonObject = Readonly<Record<string, unknown>>;
