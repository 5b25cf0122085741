declare const carried: unique symbol;

/**
 * A point in a transaction of a lower domain at which higher domains act, in the same transaction. With a single
 * listener it is a call, unless the order of the domains forbids that; its comment then says why.
 */
export interface Hook<P> {
  readonly name: string;
  readonly [carried]?: P;
}

export function hook<P>(name: string): Hook<P> {
  return { name };
}
