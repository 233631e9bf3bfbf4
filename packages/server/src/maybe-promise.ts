/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Passes a value on. Awaiting a settled promise costs a microtask per request, so a value at hand is passed synchronously. */
export function thenOrCall<T, U>(
  value: MaybePromise<T>,
  use: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}
