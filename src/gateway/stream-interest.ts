import type { Interest } from "../platform/bus/port.ts";
import type { CommitPosition } from "../platform/database/port.ts";
import type { Topic } from "../visibility/announcement.ts";
import type { Audience } from "./audience.ts";
import type { Connection } from "./connection.ts";
import type { FollowedTopics } from "./followed-topics.ts";
import type { HandshakeResult } from "./handshake.ts";
import type { HeldAnnouncements } from "./held-announcements.ts";

interface StreamInterestDependencies {
  readonly followed: FollowedTopics;
  readonly audience: Audience;
  readonly held: HeldAnnouncements;
}

/** What the event stream of this node has to hear of: what some view, or somebody who connects, depends on. */
export class StreamInterest implements Interest {
  readonly #dependencies: StreamInterestDependencies;
  /** How many need every commit, because it is not known yet what they can see. */
  #needAll = 0;

  constructor(dependencies: StreamInterestDependencies) {
    this.#dependencies = dependencies;
  }

  get isIdle(): boolean {
    return this.#dependencies.audience.isEmpty && !this.isAwaited;
  }

  /** Whether somebody is connecting. */
  get isAwaited(): boolean {
    return this.#needAll > 0 || !this.#dependencies.held.isEmpty;
  }

  concerns(topics: readonly Topic[]): boolean {
    return this.#needAll > 0 || topics.some((each) => this.#dependencies.followed.has(each));
  }

  skipped(commit: CommitPosition, topics: readonly Topic[]): void {
    this.#dependencies.held.leaveOut(commit.position, topics);
  }

  /** Whether a connection that waits for Ready would miss something that was left out before its view was known. */
  lacks(connection: Connection, handshake: HandshakeResult): boolean {
    return this.#dependencies.held.lacks(connection, handshake);
  }

  /** Leaves nothing out until the result is disposed of. */
  needAll(): Disposable {
    this.#needAll += 1;
    return {
      [Symbol.dispose]: () => {
        this.#needAll -= 1;
      },
    };
  }
}
