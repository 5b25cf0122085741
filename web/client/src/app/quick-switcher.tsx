import { Dialog as Primitive } from "@kobalte/core/dialog";
import { useLocation } from "@solidjs/router";
import { createEffect, createMemo, createSignal, createUniqueId, For, Show, untrack } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { useConnection } from "../session/context.tsx";
import { useCall } from "../voice/context.tsx";
import styles from "./quick-switcher.module.css";
import { channelIn } from "./recent-channels.ts";
import { readQuery, searchNames } from "./search-names.ts";
import { actionTargets } from "./switcher-actions.tsx";
import { createMessageSearch } from "./switcher-messages.tsx";
import { channelTargets, peopleTargets, serverTargets, type Target } from "./switcher-target.tsx";

const shown = 12;
/** All actions have room. */
const shownOfKind = 50;

/**
 * Goes to any channel, server, person or message by a few letters, and does what can be done from anywhere. What was
 * open last is offered first.
 */
export default function QuickSwitcher(props: {
  readonly onClose: () => void;
  readonly onShowKeys: () => void;
}) {
  const connection = useConnection();
  const { client } = connection;
  const location = useLocation();
  const call = useCall();
  const [query, setQuery] = createSignal("");
  const [chosen, setChosen] = createSignal(0);
  const listId = createUniqueId();

  const wanted = createMemo(() => readQuery(query()));
  const channelId = channelIn(location.pathname);
  const serverId = /^\/server\/([^/]+)/.exec(location.pathname)?.[1];
  const channels = createMemo(() => channelTargets(client, channelId));
  // Following each of thousands of people would take longer than the search.
  const people = createMemo(() => untrack(() => peopleTargets(client, serverId)));
  const actions = createMemo(() =>
    actionTargets({
      connection,
      call,
      server: client.servers.get(serverId ?? ""),
      channel: client.channels.get(channelId ?? ""),
      onShowKeys: props.onShowKeys,
    }),
  );
  const named = createMemo(() => {
    const { kind, words } = wanted();
    if (kind === "people") return searchNames([...channels().conversations, ...people()], words, shownOfKind);
    if (kind === "channels") return searchNames(channels().channels, words, shownOfKind);
    if (kind === "actions") return searchNames(actions(), words, shownOfKind);
    const places = [...channels().all, ...serverTargets(client)];
    if (words === "") return places.slice(0, shown);
    return searchNames([...places, ...people(), ...actions()], words, shown);
  });
  const messages = createMessageSearch(client, () => (wanted().kind ? "" : wanted().words));
  const found = createMemo(() => [...named(), ...messages.found()]);

  createEffect(() => document.getElementById(`${listId}-${chosen()}`)?.scrollIntoView({ block: "nearest" }));

  function run(target: Target | undefined): void {
    if (!target) return;
    props.onClose();
    target.run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosen((index) => (index + step + found().length) % Math.max(1, found().length));
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      run(found()[chosen()]);
    }
  }

  const option = (target: Target, index: () => number) => (
    // The field has the keyboard, as in every combobox: the options are for the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles Enter for the chosen option
    <div
      role="option"
      tabIndex={-1}
      id={`${listId}-${index()}`}
      aria-selected={index() === chosen()}
      class={styles.option}
      onClick={() => run(target)}
      onPointerMove={() => setChosen(index())}
    >
      {target.icon()}
      <bdi class={styles.name}>{target.name}</bdi>
      <Show when={target.detail}>
        <bdi class={styles.detail}>{target.detail}</bdi>
      </Show>
      <Show when={target.isUnread}>
        <span class={styles.unread}>{t().frame.unread}</span>
      </Show>
    </div>
  );

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
            maxlength={100}
            value={query()}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div class={styles.results} role="listbox" id={listId} aria-label={t().frame.quickSwitcher}>
            <For each={named()}>{(target, index) => option(target, index)}</For>
            <Show when={messages.found().length > 0}>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is none of the things that a list box may hold */}
              <div class={styles.messages} role="group" aria-label={t().switcher.messages}>
                <div class={styles.heading} aria-hidden="true">
                  {t().switcher.messages}
                </div>
                <For each={messages.found()}>
                  {(target, index) => option(target, () => named().length + index())}
                </For>
              </div>
            </Show>
          </div>
          <Show when={found().length === 0}>
            <p class={styles.nothing}>{t().frame.nothingFound}</p>
          </Show>
          <p class={styles.hint} role="status">
            {messages.hasFailed() ? t().switcher.searchFailed : t().switcher.hint}
          </p>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive>
  );
}
