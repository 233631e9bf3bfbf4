/** The method Node, Bun and Deno ask before they print an object; elsewhere it is never called. */
export const inspect: unique symbol = Symbol.for("nodejs.util.inspect.custom");
