import field from "@ui/text-field.module.css";
import {
  createEffect,
  createMemo,
  createSignal,
  createUniqueId,
  For,
  on,
  onCleanup,
  Show,
  untrack,
} from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import type { SearchTarget } from "./fetch-found.ts";
import styles from "./search-form.module.css";

const mostOffers = 20;
/** The server is asked once nobody types for this long. */
const pause = 250;

interface Person {
  readonly id: string;
  readonly label: string;
}

/** Chooses by name one of the people of the place that is searched. */
export function AuthorField(props: {
  readonly target: SearchTarget;
  readonly value: string | undefined;
  readonly onChange: (userId: string | undefined) => void;
}) {
  const client = useClient();
  const id = createUniqueId();
  const people = () => peopleIn(client, props.target);
  const [typed, setTyped] = createSignal(
    untrack(() => people().find((one) => one.id === props.value)?.label ?? ""),
  );
  const offers = createMemo(() => {
    const wanted = typed().trim().toLocaleLowerCase();
    return people()
      .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
      .slice(0, mostOffers);
  });
  const chosen = createMemo(() => {
    const wanted = typed().trim().toLocaleLowerCase();
    const named = offers().filter(({ label }) => label.toLocaleLowerCase() === wanted);
    return (named[0] ?? (offers().length === 1 && wanted !== "" ? offers()[0] : undefined))?.id;
  });
  createEffect(on(chosen, (userId) => props.onChange(userId), { defer: true }));

  // Of a large server only some members are known here.
  createEffect(() => {
    const query = typed().trim();
    const { scope, channel } = props.target;
    if (scope === "everywhere" || !channel?.serverId || query.length < 2) return;
    const timer = setTimeout(() => {
      // Known members can still be chosen.
      client.api
        .get(`/servers/${channel.serverId}/members_experimental_query`, { query, experimental_api: true })
        .then((found) => client.learn(found))
        .catch(() => undefined);
    }, pause);
    onCleanup(() => clearTimeout(timer));
  });

  return (
    <div class={field.field}>
      <label class={field.label} for={id}>
        {t().search.author}
      </label>
      <input
        id={id}
        class={field.input}
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

/** Everybody of the server or conversation who is known here; everybody at all, where all is searched. */
function peopleIn(client: Client, { scope, channel }: SearchTarget): readonly Person[] {
  const { selfId, members, users } = client.state;
  const known = (): readonly (readonly [userId: string, nickname?: string])[] => {
    if (scope === "everywhere" || !channel) return Object.keys(users).map((id) => [id] as const);
    if (!channel.serverId) return [...new Set([...channel.recipientIds, selfId])].map((id) => [id] as const);
    return Object.values(members[channel.serverId] ?? {}).map(({ _id, nickname }) => [_id.user, nickname]);
  };
  return known().flatMap(([id, nickname]) => {
    const user = client.users.get(id);
    const name = nickname ?? user?.displayName;
    return user ? [{ id, label: `${name} (${user.username}#${user.discriminator})` }] : [];
  });
}
