import type { ReadySelection } from "../declare/ready.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import type { HandshakeError, HandshakeResult, HandshakeResults } from "./handshake.ts";
import type { ReadyRequest } from "./ready.ts";

/** Ready is loaded for this many users at once; with more, they would only slow each other down. */
const maxRunning = 8;

interface Requester {
  /** Of its token. */
  readonly digest: string;
  readonly isOpen: boolean;
}

interface QueuedBuild {
  readonly request: ReadyRequest;
  /** The connections that share the build. */
  readonly requesters: Requester[];
  readonly results: PromiseWithResolvers<HandshakeResults>;
}

type BuildReady = (request: ReadyRequest, digests: ReadonlySet<string>) => Promise<HandshakeResults>;

/**
 * Builds Ready for a few users at once and for each user once at a time. Connections of a user with the same
 * parameters share a build that has not begun, so that each gets a Ready that is newer than its request.
 */
export class ReadyQueue {
  readonly #build: BuildReady;
  readonly #maxWaiting: number;
  /** By the parameters, in the order of arrival. */
  readonly #waiting = new Map<string, QueuedBuild>();
  /** Ids of the users whose Ready is being built. */
  readonly #running = new Set<string>();

  constructor(build: BuildReady, maxWaiting: number) {
    this.#build = build;
    this.#maxWaiting = maxWaiting;
  }

  /** Returns "busy" if too many builds are waiting. */
  async request(
    request: ReadyRequest,
    requester: Requester,
  ): Promise<HandshakeResult | HandshakeError | "busy"> {
    const key = keyOf(request);
    let build = this.#waiting.get(key);
    if (!build) {
      if (this.#waiting.size >= this.#maxWaiting) return "busy";
      build = { request, requesters: [], results: Promise.withResolvers() };
      this.#waiting.set(key, build);
    }
    build.requesters.push(requester);
    this.#startWaiting();
    return (await build.results.promise).get(requester.digest) ?? "InvalidSession";
  }

  #startWaiting(): void {
    for (const [key, build] of this.#waiting) {
      if (this.#running.size >= maxRunning) return;
      if (this.#running.has(build.request.userId)) continue;
      this.#waiting.delete(key);
      void this.#run(build);
    }
  }

  async #run({ request, requesters, results }: QueuedBuild): Promise<void> {
    const open = requesters.filter(({ isOpen }) => isOpen);
    if (open.length === 0) return results.resolve(new Map());
    this.#running.add(request.userId);
    try {
      results.resolve(await this.#build(request, new Set(open.map(({ digest }) => digest))));
    } catch (error) {
      results.reject(error);
    } finally {
      this.#running.delete(request.userId);
      this.#startWaiting();
    }
  }
}

function keyOf({ userId, codec, selection }: ReadyRequest): string {
  return `${userId} ${codec.format} ${keyOfSelection(selection)}`;
}

/** Nearly all connections share one selection: everything. */
const keyOfSelection = memoizeByObject(({ fields, settings }: ReadySelection) =>
  JSON.stringify([[...fields].sort(), settings]),
);
