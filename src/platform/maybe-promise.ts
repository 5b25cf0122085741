/** At hand, or on its way: engines that know at once need not be waited for, and waiting takes its time too. */
export type MaybePromise<T> = T | Promise<T>;

/** What follows from it. */
export function mapMaybe<T, R>(
  value: MaybePromise<T>,
  follow: (value: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}

/** Work on each, one after another. */
export function forEachInSequence<T>(
  items: readonly T[],
  work: (item: T) => MaybePromise<unknown>,
): MaybePromise<void> {
  for (let index = 0; index < items.length; index++) {
    const done = work(items[index] as T);
    if (done instanceof Promise) return done.then(() => forEachInSequence(items.slice(index + 1), work));
  }
}
