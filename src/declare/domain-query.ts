declare const queried: unique symbol;
declare const provided: unique symbol;

/**
 * A query that a lower domain runs and higher domains answer through providers, because the rows are theirs. With a
 * single provider it is a call, unless the order of the domains forbids that; its comment then says why.
 */
export interface DomainQuery<P, R> {
  readonly name: string;
  readonly [queried]?: P;
  readonly [provided]?: R;
}

export function domainQuery<P, R>(name: string): DomainQuery<P, R> {
  return { name };
}
