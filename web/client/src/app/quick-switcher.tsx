import { Dialog as Primitive } from "@kobalte/core/dialog";
import { useNavigate } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { createMemo, createSignal, createUniqueId, For, Show } from "solid-js";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import styles from "./quick-switcher.module.css";
import { searchNames } from "./search-names.ts";

interface Target {
  readonly name: string;
  readonly detail?: string;
  readonly path: string;
  readonly channel?: Channel;
  readonly isUnread: boolean;
}

const shown = 12;

/** Goes to any channel, server or conversation by a few letters of its name. Unread ones are offered first. */
export default function QuickSwitcher(props: { readonly onClose: () => void }) {
  const client = useClient();
  const navigate = useNavigate();
  const [query, setQuery] = createSignal("");
  const [chosen, setChosen] = createSignal(0);
  const listId = createUniqueId();

  const targets = createMemo(() => {
    const channels = client.channels
      .list()
      .filter(({ type, active }) => type !== "DirectMessage" || active)
      .map((channel) => ({
        name: channelName(channel),
        detail: channel.server?.name,
        path: channel.path,
        channel,
        isUnread: channel.unread && !channel.muted,
      }));
    const servers = client.servers.list().map((server) => ({
      name: server.name,
      path: server.path,
      isUnread: false,
    }));
    const all: Target[] = [...channels, ...servers];
    return all.sort((a, b) => Number(b.isUnread) - Number(a.isUnread));
  });
  const found = createMemo(() => searchNames(targets(), query(), shown));

  function go(target: Target | undefined): void {
    if (!target) return;
    props.onClose();
    navigate(target.path);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((index) => (index + step + found().length) % Math.max(1, found().length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(found()[chosen()]);
    }
  }

  return (
    <Primitive open onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay class={styles.backdrop} />
        <Primitive.Content class={styles.switcher} aria-label={t().frame.quickSwitcher}>
          <input
            class={styles.input}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={found().length > 0 ? `${listId}-${chosen()}` : undefined}
            aria-label={t().frame.quickSwitcher}
            placeholder={t().frame.quickSwitcherHint}
            value={query()}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div class={styles.results} role="listbox" id={listId} aria-label={t().frame.quickSwitcher}>
            <For each={found()} fallback={<p class={styles.nothing}>{t().frame.nothingFound}</p>}>
              {(target, index) => (
                // The field has the keyboard, as in every combobox: the options are for the pointer.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles Enter for the chosen option
                <div
                  role="option"
                  tabIndex={-1}
                  id={`${listId}-${index()}`}
                  aria-selected={index() === chosen()}
                  class={styles.option}
                  onClick={() => go(target)}
                  onPointerMove={() => setChosen(index())}
                >
                  <TargetIcon target={target} />
                  <bdi class={styles.name}>{target.name}</bdi>
                  <Show when={target.detail}>
                    <bdi class={styles.detail}>{target.detail}</bdi>
                  </Show>
                  <Show when={target.isUnread}>
                    <span class={styles.unread}>{t().frame.unread}</span>
                  </Show>
                </div>
              )}
            </For>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}

function TargetIcon(props: { readonly target: Target }) {
  const image = () => {
    const { name, channel } = props.target;
    if (channel && !channel.recipient) return <ChannelIcon channel={channel} />;
    return <Avatar name={name} url={channel?.recipient?.avatarURL} size={20} square={!channel} />;
  };
  return <>{image()}</>;
}
