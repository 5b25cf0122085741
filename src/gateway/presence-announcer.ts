import type { Bus } from "../platform/bus/port.ts";
import type { PresenceTable } from "../platform/presence/presence-table.ts";
import type { Announcement } from "../visibility/announcement.ts";
import { withPresence } from "./presence-events.ts";

interface PresenceAnnouncerDependencies {
  readonly presence: PresenceTable;
  readonly bus: Pick<Bus, "publishHere">;
  /** Reads whom a change concerns, from the database. */
  readonly findAnnouncement: (userId: string) => Promise<Announcement>;
  readonly onError: (error: unknown) => void;
}

/** Announces on this node that users appear online or no longer do. */
export class PresenceAnnouncer {
  readonly #dependencies: PresenceAnnouncerDependencies;
  /** The users whose change is to be announced once it is known whom it concerns. */
  readonly #waiting = new Set<string>();
  #announcing: Promise<void> | undefined;

  constructor(dependencies: PresenceAnnouncerDependencies) {
    this.#dependencies = dependencies;
  }

  /** The announcement contains whom the change concerns. Without it, this is read from the database. */
  announce(userId: string, online: boolean, announcement?: Announcement): void {
    if (announcement) {
      this.#waiting.delete(userId);
      this.#dependencies.bus.publishHere(withPresence(announcement, online));
    } else {
      this.#waiting.add(userId);
      this.announceWaiting();
    }
  }

  /** Announces what is pending, including what could not be read before. */
  announceWaiting(): void {
    if (this.#waiting.size === 0) return;
    this.#announcing ??= this.#announceAll()
      .catch(this.#dependencies.onError)
      .finally(() => {
        this.#announcing = undefined;
      });
  }

  async settle(): Promise<void> {
    await this.#announcing;
  }

  async #announceAll(): Promise<void> {
    const { presence, bus, findAnnouncement } = this.#dependencies;
    for (const userId of this.#waiting) {
      const announcement = await findAnnouncement(userId);
      // Another request may have read the presence in the meantime, so the current one is announced even if it has not
      // changed.
      if (this.#waiting.delete(userId)) bus.publishHere(withPresence(announcement, presence.isShown(userId)));
    }
  }
}
