/** A call with its response. */
export interface ObservedCall {
  readonly kind: "call";
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly headers: readonly string[];
  readonly status: number;
  /** The content type of the response. */
  readonly type: string;
  readonly fields: readonly string[];
  /** The names of its headers about rate limits. */
  readonly limits: readonly string[];
  /** The type of the error, if it failed with one. */
  readonly error?: string | undefined;
}

/** A new connection to the event stream. */
export interface ObservedConnect {
  readonly kind: "connect";
  /** As in the address, without the value of the token. */
  readonly parameters: readonly string[];
}

/** A packet of the event stream. */
export interface ObservedPacket {
  readonly kind: "sent" | "received";
  readonly type: string;
  readonly fields: readonly string[];
  readonly error?: string | undefined;
}

export type Observation = ObservedCall | ObservedConnect | ObservedPacket;
