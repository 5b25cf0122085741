declare const queried: unique symbol;
declare const provided: unique symbol;

/** Something that a lower domain must know and only higher domains can find, e.g. where two users meet. */
export interface DomainQuery<P, R> {
  readonly name: string;
  readonly doc: string;
  readonly [queried]?: P;
  readonly [provided]?: R;
}

export function domainQuery<P, R>(spec: { name: string; doc: string }): DomainQuery<P, R> {
  return spec;
}
