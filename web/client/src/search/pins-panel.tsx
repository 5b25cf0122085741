import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Pin, PinOff } from "@ui/icons.ts";
import { EmptyState, Skeleton } from "@ui/state.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, For, Match, Show, Switch } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { LoadFailure } from "../components/failure.tsx";
import { usePanel } from "../components/panel-state.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useConnection } from "../session/context.tsx";
import { createPins } from "./create-pins.ts";
import styles from "./found-list.module.css";
import { FoundMessage } from "./found-message.tsx";
import { SidePanel } from "./side-panel.tsx";

/** The pinned messages of a channel. */
export default function PinsPanel(props: { readonly channel: Channel }) {
  const connection = useConnection();
  const { pins, refetch, older } = createPins(connection, props.channel);
  const panel = usePanel();
  const [isBusy, setBusy] = createSignal(false);
  const mayUnpin = () =>
    props.channel.type === "DirectMessage" || props.channel.havePermission("ManageMessages");
  const attemptOne = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    const isDone = await attempt(action);
    setBusy(false);
    return isDone;
  };
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
                  onJump={panel.closeCovering}
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
