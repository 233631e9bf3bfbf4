/** A value that is here, or promised. */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value: now, if it is here. A promise that is kept already would still make everybody take turns. */
export function goOnWith<T, U>(value: Soon<T>, go: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(go) : go(value);
}
