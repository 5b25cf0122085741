/** At hand, or on its way: engines that know at once need not be waited for, and waiting takes its time too. */
export type Known<T> = T | Promise<T>;

/** What follows from it. */
export function whenKnown<T, R>(value: Known<T>, follow: (value: T) => Known<R>): Known<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}

/** Work on each, one after another. */
export function oneByOne<T>(items: readonly T[], work: (item: T) => Known<unknown>): Known<void> {
  for (let index = 0; index < items.length; index++) {
    const done = work(items[index] as T);
    if (done instanceof Promise) return done.then(() => oneByOne(items.slice(index + 1), work));
  }
}
