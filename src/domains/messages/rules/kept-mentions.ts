/** Where a message is sent, as far as it says whom it can mention. */
export type MentionPlace =
  | { kind: "SavedMessages" }
  | { kind: "DirectMessage" | "Group"; recipients: readonly string[] }
  /** The predicate is true for members of the server who can see the channel. */
  | { kind: "TextChannel"; sees: (user: string) => boolean };

/** Nobody reads a list that is longer, but every id of it would be looked up. */
const mostMentions = 1000;

/** Whom a message may mean, each once and the first ones first: in its text, then those whom it answers. */
export function gatherMentioned(inText: readonly string[], answered: readonly string[] = []): string[] {
  // Most messages mean nobody.
  if (inText.length + answered.length === 0) return [];
  const distinct = new Set<string>();
  for (const ids of [inText, answered]) {
    for (const id of ids) {
      if (distinct.size === mostMentions) break;
      distinct.add(id);
    }
  }
  return [...distinct];
}

/** Whom of these the message mentions: those who can read it. One may mention oneself. */
export function keepMentions(place: MentionPlace, mentioned: readonly string[]): string[] {
  const ids = gatherMentioned(mentioned);
  switch (place.kind) {
    case "SavedMessages":
      return [];
    case "DirectMessage":
    case "Group": {
      const recipients = new Set(place.recipients);
      return ids.filter((id) => recipients.has(id));
    }
    case "TextChannel":
      return ids.filter((id) => place.sees(id));
  }
}
