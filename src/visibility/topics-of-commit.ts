import type { Announcement, Topic } from "./announcement.ts";

/** A commit on more topics shares its cost among so many events that no node needs to be left out. */
const maxTopics = 100;

/**
 * The topics that a commit is on, if whoever is on none of them need not hear of it: its events are for the viewers of
 * channels, or for single users, and change nothing that anybody can see. Undefined for all other commits.
 */
export function topicsOf(announcements: readonly Announcement[]): Topic[] | undefined {
  const found: Topic[] = [];
  for (const { topics, changes } of announcements) {
    // The last message of a channel is known only where the channel is.
    if (topics.length === 0 || changes?.some(({ kind }) => kind !== "message sent")) return undefined;
    for (const each of topics) {
      if (!each.startsWith("channel:") && !each.startsWith("private:")) return undefined;
      if (!found.includes(each)) found.push(each);
    }
  }
  return found.length > 0 && found.length <= maxTopics ? found : undefined;
}
