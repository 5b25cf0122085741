import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Pin, PinOff } from "@ui/icons.ts";
import { EmptyState, Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createResource, For, Match, onCleanup, Show, Switch } from "solid-js";
import type { DataSearchChannels, Message } from "../../../protocol/types.ts";
import { createBusy } from "../components/attempt.ts";
import { LoadFailure } from "../components/failure.tsx";
import { usePanel } from "../components/panel-state.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Connection } from "../session/connection.ts";
import { useConnection } from "../session/context.tsx";
import { fetchFound } from "./fetch-found.ts";
import styles from "./found-list.module.css";
import { FoundMessage } from "./found-message.tsx";
import { onMessageChange } from "./message-changes.ts";
import { SidePanel } from "./side-panel.tsx";

/** The pinned messages of a channel. */
export default function PinsPanel(props: { readonly channel: Channel }) {
  const connection = useConnection();
  const { pins, refetch, older } = createPins(connection, props.channel);
  const panel = usePanel();
  const [isBusy, attemptOne] = createBusy();
  const mayUnpin = () =>
    props.channel.type === "DirectMessage" || props.channel.havePermission("ManageMessages");
  const pinPath = (id: string) => `/channels/${props.channel.id}/messages/${id}/pin` as const;
  const unpin = async (id: string) => {
    if (!(await attemptOne(() => connection.client.api.delete(pinPath(id))))) return;
    const undo = () => void attemptOne(() => connection.client.api.post(pinPath(id)));
    notify(t().search.unpinned, { action: { label: t().search.undo, onClick: undo, isUndo: true } });
  };
  return (
    <SidePanel title={t().search.pins} onClose={panel.close}>
      <div class={styles.scroll}>
        <Switch>
          <Match when={pins.error}>
            <LoadFailure error={pins.error} onRetry={refetch} />
          </Match>
          <Match when={!pins.latest}>
            <Skeleton lines={6} label={t().common.loading} />
          </Match>
          <Match when={pins.latest?.messages.length === 0}>
            <EmptyState icon={Pin} title={t().search.noPins}>
              {t().search.noPinsHint}
            </EmptyState>
          </Match>
        </Switch>
        <ul class={styles.list}>
          <For each={pins.error ? [] : pins.latest?.messages}>
            {(message) => (
              <li>
                <FoundMessage
                  message={message}
                  channel={props.channel}
                  onJump={() => panel.takeTo(props.channel.id)}
                  actions={
                    <Show when={mayUnpin()}>
                      <IconButton
                        icon={PinOff}
                        label={t().search.unpin}
                        disabled={isBusy()}
                        onClick={() => void unpin(message._id)}
                      />
                    </Show>
                  }
                />
              </li>
            )}
          </For>
        </ul>
        <Show when={!pins.error && pins.latest?.next}>
          <Button class={styles.more} busy={isBusy()} onClick={() => void attemptOne(older)}>
            {t().search.olderPins}
          </Button>
        </Show>
      </div>
    </SidePanel>
  );
}

const firstPage: DataSearchChannels = { pinned: true, sort: "Latest", limit: 50, include_users: true };

interface Pins {
  readonly messages: readonly Message[];
  /** The request for older ones. */
  readonly next?: DataSearchChannels | undefined;
}

/** The pinned messages of a channel, as they are now. */
function createPins(connection: Connection, channel: Channel) {
  const { client } = connection;
  const fetchPage = async (request: DataSearchChannels): Promise<Pins> => {
    const { found, next } = await fetchFound(client, { scope: "channel", channel }, request);
    return { messages: found.map(({ message }) => message), next };
  };
  const [pins, { mutate, refetch }] = createResource(connection.generation, () => fetchPage(firstPage));

  const keep = (filter: (message: Message) => boolean) =>
    mutate((now) => now && { ...now, messages: now.messages.filter(filter) });
  onCleanup(
    onMessageChange(
      client,
      {
        removed: (ids) => keep(({ _id }) => !ids.includes(_id)),
        changed(id, data) {
          if (data.pinned === true) void refetch();
          else if (data.pinned === false) keep(({ _id }) => _id !== id);
          else {
            mutate(
              (now) =>
                now && {
                  ...now,
                  messages: now.messages.map((message) =>
                    message._id === id ? { ...message, ...data } : message,
                  ),
                },
            );
          }
        },
      },
      channel.id,
    ),
  );

  return {
    pins,
    refetch: () => void refetch(),
    async older(): Promise<void> {
      const next = pins.latest?.next;
      if (!next) return;
      const page = await fetchPage(next);
      mutate((now) => now && { messages: [...now.messages, ...page.messages], next: page.next });
    },
  };
}
