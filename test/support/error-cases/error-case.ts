import type { ErrorName } from "../../../src/declare/error.ts";
import { type Mailing, openMailing } from "../accounts/mailing.ts";
import type { ApiResponse } from "../http/client.ts";
import type { Engine } from "../server/engines.ts";
import { openServer, type TestServer } from "../server/server.ts";

/** Makes a route fail with one of its declared errors and returns the response. */
export type ErrorCase = (pool: ServerPool) => Promise<ApiResponse>;

/** By route id and error name. */
export type ErrorCases = Readonly<Record<string, Readonly<Partial<Record<ErrorName, ErrorCase>>>>>;

/** The servers of the error cases, one for each configuration, opened on first use. */
export class ServerPool implements AsyncDisposable {
  readonly engine: Engine;
  readonly #opened = new Map<string, Promise<AsyncDisposable>>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  server(config: Record<string, unknown> = {}): Promise<TestServer> {
    return this.#once(`server ${JSON.stringify(config)}`, () => openServer(this.engine, { config }));
  }

  mailing(): Promise<Mailing> {
    return this.#once("mailing", () => openMailing(this.engine));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened)[Symbol.asyncDispose]();
  }

  #once<T extends AsyncDisposable>(key: string, open: () => Promise<T>): Promise<T> {
    const existing = this.#opened.get(key) as Promise<T> | undefined;
    const opened = existing ?? open();
    this.#opened.set(key, opened);
    return opened;
  }
}
