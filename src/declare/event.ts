import type { Static, TSchema } from "typebox";

/** Who hears an event: every connection subscribed to one of its topics, once. */
export type Topic = string & { readonly __topic: true };

export const topic = {
  /** Every connection of one user. */
  private: (userId: string) => `private:${userId}` as Topic,
  /** The user's own connections, and all that have this user in view. */
  user: (userId: string) => `user:${userId}` as Topic,
};

export interface EventSpec<Name extends string = string, P extends TSchema = TSchema> {
  readonly name: Name;
  readonly doc: string;
  readonly payload: P;
  readonly audience: (payload: never) => readonly Topic[];
}

export type PayloadOf<E> = E extends EventSpec<string, infer P> ? Static<P> : never;

/** Declares something that clients are told. It is sent as `{type: name, ...payload}`. */
export function event<const Name extends string, P extends TSchema>(spec: {
  name: Name;
  doc: string;
  payload: P;
  audience: (payload: Static<P>) => readonly Topic[];
}): EventSpec<Name, P> {
  return spec;
}

/** An event on its way from a transaction to the connections that may hear it. */
export interface Announcement {
  readonly name: string;
  readonly payload: unknown;
  readonly topics: readonly Topic[];
}

export function announce<E extends EventSpec>(spec: E, payload: PayloadOf<E>): Announcement {
  return { name: spec.name, payload, topics: spec.audience(payload as never) };
}
