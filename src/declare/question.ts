import type { Known } from "../platform/when-known.ts";
import type { Reader } from "./tx.ts";

declare const asked: unique symbol;
declare const answered: unique symbol;

/** Something a lower domain must know of higher ones, e.g. "which servers is this user in?". */
export interface Question<P, R> {
  readonly name: string;
  readonly doc: string;
  readonly [asked]?: P;
  readonly [answered]?: R;
}

export function question<P, R>(spec: { name: string; doc: string }): Question<P, R> {
  return spec;
}

/** What one domain knows of it; the asker gets the answers of all. */
export interface Answer {
  readonly question: Question<unknown, unknown>;
  readonly find: (db: Reader, payload: never) => Known<unknown>;
}

export function answer<P, R>(to: Question<P, R>, find: (db: Reader, payload: P) => Known<R>): Answer {
  return { question: to as Question<unknown, unknown>, find };
}
