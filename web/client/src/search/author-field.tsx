import { createEffect, createMemo, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import styles from "./search-form.module.css";

const mostOffers = 20;
/** The server is asked once nobody types for this long. */
const pause = 250;

interface Person {
  readonly id: string;
  readonly label: string;
}

/** Chooses one of the people of a channel by name. */
export function AuthorField(props: {
  readonly channel: Channel;
  readonly onChange: (userId: string | undefined) => void;
}) {
  const client = useClient();
  const id = createUniqueId();
  const [typed, setTyped] = createSignal("");
  const offers = createMemo(() => peopleOf(client, props.channel, typed()));
  const chosen = createMemo(() => {
    const wanted = typed().trim().toLocaleLowerCase();
    const named = offers().filter(({ label }) => label.toLocaleLowerCase() === wanted);
    return (named[0] ?? (offers().length === 1 && wanted !== "" ? offers()[0] : undefined))?.id;
  });
  createEffect(on(chosen, (userId) => props.onChange(userId), { defer: true }));

  // Of a large server only some members are known here.
  createEffect(() => {
    const query = typed().trim();
    const server = props.channel.server;
    if (!server || query.length < 2) return;
    const timer = setTimeout(() => {
      // Whoever is known can be chosen nevertheless.
      client.api
        .get(`/servers/${server.id}/members_experimental_query`, { query, experimental_api: true })
        .then((found) => client.learn(found))
        .catch(() => undefined);
    }, pause);
    onCleanup(() => clearTimeout(timer));
  });

  return (
    <div class={styles.field}>
      <label class={styles.label} for={id}>
        {t().search.author}
      </label>
      <input
        id={id}
        class={styles.input}
        list={`${id}-people`}
        value={typed()}
        autocomplete="off"
        dir="auto"
        aria-describedby={`${id}-hint`}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <datalist id={`${id}-people`}>
        <For each={offers()}>{({ label }) => <option value={label} />}</For>
      </datalist>
      <Show when={typed().trim() !== "" && offers().length === 0}>
        <p id={`${id}-hint`} class={styles.problem} role="status">
          {t().search.noSuchAuthor}
        </p>
      </Show>
    </div>
  );
}

function peopleOf(client: Client, channel: Channel, typed: string): readonly Person[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const found: Person[] = [];
  const consider = (userId: string, nickname?: string) => {
    const user = client.users.get(userId);
    if (!user || found.length >= mostOffers) return;
    const tag = `${user.username}#${user.discriminator}`;
    const label = `${nickname ?? user.displayName} (${tag})`;
    if (label.toLocaleLowerCase().includes(wanted)) found.push({ id: userId, label });
  };
  if (channel.serverId) {
    const members = Object.values(client.state.members[channel.serverId] ?? {});
    for (const { _id, nickname } of members) consider(_id.user, nickname);
  } else {
    for (const userId of new Set([...channel.recipientIds, client.state.selfId])) consider(userId);
  }
  return found;
}
