/**
 * A value, or a promise of it. An engine that has the value at once returns it plainly, because even awaiting a
 * resolved promise costs time on the hot path.
 */
export type MaybePromise<T> = T | Promise<T>;

/** Applies a function to the value, at once or when it arrives. */
export function mapMaybe<T, R>(value: MaybePromise<T>, map: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(map) : map(value);
}

/** Works on the items one after another; returns no promise unless the work does. */
export function forEachInSequence<T>(
  items: readonly T[],
  work: (item: T) => MaybePromise<unknown>,
): MaybePromise<void> {
  for (let index = 0; index < items.length; index++) {
    const done = work(items[index] as T);
    if (done instanceof Promise) return done.then(() => forEachInSequence(items.slice(index + 1), work));
  }
}

/** The value of a query on SQLite, which answers at once. */
export function atOnce<T>(value: MaybePromise<T>): T {
  if (value instanceof Promise) throw new Error("the engine has to wait for this query");
  return value;
}

/** Two values, at once if both are there. */
export function both<A, B>(one: MaybePromise<A>, other: MaybePromise<B>): MaybePromise<readonly [A, B]> {
  return one instanceof Promise || other instanceof Promise ? Promise.all([one, other]) : [one, other];
}
