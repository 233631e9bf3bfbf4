/** Custom inspection method of Node, Bun and Deno; unused in other runtimes. */
export const inspect: unique symbol = Symbol.for("nodejs.util.inspect.custom");
