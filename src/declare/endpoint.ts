import type { ErrorName, Fail } from "./error.ts";
import type { Limit } from "./limit.ts";
import type { Auth, CallerOf, Method, ParamsOf } from "./route.ts";
import type { Services } from "./services.ts";
import type { AnyTx, Reader, SharingOptions } from "./tx.ts";

/** The HTTP interpreter adds the headers that every response has. */
export interface EndpointReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null;
}

export interface EndpointCall<Path extends string, A extends Auth, E extends ErrorName> {
  readonly request: Request;
  readonly params: ParamsOf<Path>;
  readonly query: URLSearchParams;
  readonly caller: CallerOf<A>;
  /** The client's address. */
  readonly address: () => string;
  readonly services: Services;
  readonly fail: Fail<E>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>, options?: SharingOptions): Promise<T>;
}

interface Declaration<Path, A, E> {
  readonly id: string;
  readonly method: Method;
  /** From the root of the server, not of the API. */
  readonly path: Path;
  readonly summary: string;
  readonly auth: A;
  readonly errors: readonly E[];
}

/** A route that does not take and return JSON: uploads, files, images. An endpoint for GET serves HEAD too. */
export interface Endpoint extends Declaration<string, Auth, ErrorName> {
  /** `none`: calls are not counted. */
  readonly limit: Limit | "none";
  readonly handle: (call: never) => Promise<EndpointReply>;
}

export function endpoint<const Path extends string, const A extends Auth, const E extends ErrorName = never>(
  spec: Declaration<Path, A, E> & {
    readonly limit: Limit<ParamsOf<Path>> | "none";
    handle(call: EndpointCall<Path, A, E>): Promise<EndpointReply>;
  },
): Endpoint {
  return spec as unknown as Endpoint;
}
