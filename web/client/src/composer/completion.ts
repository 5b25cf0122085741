import { createEffect, createMemo, createResource, createSignal, on, onCleanup, untrack } from "solid-js";
import type { Channel, Client } from "stoat.js";
import { language } from "../texts/texts.ts";
import { channelsIn, emojiOf, groupsIn, peopleIn } from "./candidates.ts";
import { skinTone } from "./emoji-choices.ts";
import { loadEmoji } from "./emoji-data.ts";
import type { Trigger } from "./find-trigger.ts";
import { type Candidate, rankCandidates } from "./rank.ts";

const most = 8;
/** How long the keys rest before the server is asked for members, in milliseconds. */
const rest = 200;

export interface Completion {
  readonly candidates: () => readonly Candidate[];
  /** The index of the candidate that Enter takes. */
  readonly chosen: () => number;
  choose(index: number): void;
}

/** What can be completed at the trigger. */
export function createCompletion(
  client: Client,
  channel: () => Channel,
  trigger: () => Trigger | undefined,
): Completion {
  const [chosen, choose] = createSignal(0);
  const answers = askForMembers(channel, trigger);
  const [emoji] = createResource(() => trigger()?.kind === "emoji" && language(), loadEmoji);
  const candidates = createMemo(() => {
    const wanted = trigger();
    if (!wanted) return [];
    answers();
    const unicode = emoji.error ? [] : (emoji.latest ?? []);
    // Ten thousand members are not watched one by one: the list is made anew with every key.
    return untrack(() => rankCandidates(found(wanted, unicode), wanted.query, most));
  });
  createEffect(on(candidates, () => choose(0)));

  function* found({ kind }: Trigger, unicode: Parameters<typeof emojiOf>[1]): Iterable<Candidate> {
    if (kind === "person") yield* peopleIn(client, channel());
    if (kind === "person" || kind === "role") yield* groupsIn(channel());
    if (kind === "channel") yield* channelsIn(channel().server);
    if (kind === "emoji") yield* emojiOf(client, unicode, skinTone());
  }
  return { candidates, chosen, choose };
}

/** Asks the server for members by name, each name once. The result counts the answers. */
function askForMembers(channel: () => Channel, trigger: () => Trigger | undefined): () => number {
  const [answers, setAnswers] = createSignal(0);
  const asked = new Set<string>();
  createEffect(() => {
    const wanted = trigger();
    const server = channel().server;
    if (wanted?.kind !== "person" || wanted.query === "" || !server || asked.has(wanted.query)) return;
    const timer = setTimeout(async () => {
      asked.add(wanted.query);
      try {
        await server.queryMembersExperimental(wanted.query);
        setAnswers((count) => count + 1);
      } catch {
        // Those who are known already are offered; the next key asks again.
        asked.delete(wanted.query);
      }
    }, rest);
    onCleanup(() => clearTimeout(timer));
  });
  return answers;
}
