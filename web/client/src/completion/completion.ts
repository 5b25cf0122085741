import { createEffect, createMemo, createResource, createSignal, on, untrack } from "solid-js";
import { loadEmoji } from "../emoji/emoji-data.ts";
import { language } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { skinTone } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";
import { channelsIn, emojiOf, groupsIn, recipientsOf } from "./candidates.ts";
import type { Trigger } from "./find-trigger.ts";
import { type Candidate, rankCandidates } from "./rank.ts";
import { serverPeople } from "./server-people.ts";

const most = 8;

interface Completion {
  readonly candidates: () => readonly Candidate[];
  /** The index of the candidate that Enter takes. */
  readonly chosen: () => number;
  choose(index: number): void;
}

/** What can be completed at the trigger. People and emoji are fetched when one is first begun. */
export function createCompletion(
  { client, generation }: Connection,
  channel: () => Channel,
  trigger: () => Trigger | undefined,
): Completion {
  const [chosen, choose] = createSignal(0);
  const kind = createMemo(() => trigger()?.kind);
  const [emoji] = createResource(() => kind() === "emoji" && language(), loadEmoji);
  const [members] = createResource(
    () => {
      const { serverId } = channel();
      return kind() === "person" && serverId ? { serverId, at: generation() } : undefined;
    },
    ({ serverId }) => serverPeople(client, serverId),
  );

  function* found({ kind, query }: Trigger): Iterable<Candidate> {
    if (kind === "person" && channel().serverId) yield* (!members.error && members.latest) || [];
    if (kind === "person" && !channel().serverId) yield* recipientsOf(channel());
    if (kind === "person" || kind === "role") yield* groupsIn(channel());
    if (kind === "channel") yield* channelsIn(channel().server);
    if (kind === "emoji") yield* emojiOf(client, (!emoji.error && emoji.latest) || [], query, skinTone());
  }

  const candidates = createMemo(() => {
    const wanted = trigger();
    // These say when something was fetched; all else may change without the list changing under the finger.
    void [emoji.state, members.state];
    return wanted ? untrack(() => rankCandidates(found(wanted), wanted.query, most)) : [];
  });
  createEffect(on(candidates, () => choose(0)));
  return { candidates, chosen, choose };
}
