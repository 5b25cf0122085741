declare const queried: unique symbol;
declare const provided: unique symbol;

/**
 * A query that a lower domain runs and higher domains answer through providers, because the rows are theirs: e.g. which
 * servers two users share.
 */
export interface DomainQuery<P, R> {
  readonly name: string;
  readonly doc: string;
  readonly [queried]?: P;
  readonly [provided]?: R;
}

export function domainQuery<P, R>(spec: { name: string; doc: string }): DomainQuery<P, R> {
  return spec;
}
