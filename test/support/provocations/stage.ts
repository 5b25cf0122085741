import type { ErrorName } from "../../../src/protocol/error.ts";
import type { Answer } from "../client.ts";
import type { Engine } from "../engines.ts";
import { type Mailing, openMailing } from "../mailing.ts";
import { openServer, type TestServer } from "../server.ts";

/** Makes a route fail in one of the ways that it declares, and returns its answer. */
export type Provocation = (stage: Stage) => Promise<Answer>;

/** By route id and error name. */
export type Provocations = Readonly<Record<string, Readonly<Partial<Record<ErrorName, Provocation>>>>>;

/** Where provocations happen: servers that are opened when first asked for, and shared after that. */
export class Stage implements AsyncDisposable {
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
    const known = this.#opened.get(key) as Promise<T> | undefined;
    const opened = known ?? open();
    this.#opened.set(key, opened);
    return opened;
  }
}
