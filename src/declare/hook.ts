declare const carried: unique symbol;

/** A point in a transaction of a lower domain at which higher domains can act, in the same transaction. */
export interface Hook<P> {
  readonly name: string;
  readonly doc: string;
  readonly [carried]?: P;
}

export function hook<P>(spec: { name: string; doc: string }): Hook<P> {
  return spec;
}
