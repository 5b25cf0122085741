/** At hand, or on its way: engines that know at once need not be waited for, and waiting takes its time too. */
export type Known<T> = T | Promise<T>;

/** What follows from it. */
export function whenKnown<T, R>(value: Known<T>, follow: (value: T) => R): Known<R> {
  return value instanceof Promise ? value.then(follow) : follow(value);
}
