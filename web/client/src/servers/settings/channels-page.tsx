import { A } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createDragOrder } from "@ui/drag-order.ts";
import { createSignal, For, Show } from "solid-js";
import { ChannelIcon } from "../../components/channels.tsx";
import { openDialog } from "../../components/dialogs.tsx";
import { t } from "../../i18n/i18n.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { createDraft } from "../../settings/draft.ts";
import sortable from "../../settings/move-handle.module.css";
import { MoveHandle } from "../../settings/move-handle.tsx";
import styles from "../../settings/page.module.css";
import { SaveBar } from "../../settings/save-bar.tsx";
import {
  dropInLayout,
  type Group,
  isGroup,
  stepChannel,
  stepGroup,
  titleOfGroup,
  ungrouped,
} from "../channel-layout.ts";
import { CreateChannelDialog } from "../create-channel-dialog.tsx";
import { openCategoryDialog } from "../server-dialogs.ts";
import { saveLayout, serverLayout } from "../server-layout.ts";
import own from "./channels-page.module.css";

/** The order of channels and categories, by dragging and by the arrow keys, saved at once. */
export default function ChannelsPage(props: { readonly server: Server }) {
  const client = useClient();
  const draft = createDraft(() => ({ layout: serverLayout(props.server) }));
  const layout = () => draft.get("layout");
  const setLayout = (next: readonly Group[]) => draft.set("layout", next);
  const isSeen = (id: string) => client.channels.has(id);
  const titleOf = (group: Group | undefined) => titleOfGroup(group, t().servers.noCategory);
  const [announcement, announce] = createSignal("");

  const drag = createDragOrder({
    accepts: (id, target) => !isGroup(layout(), id) || isGroup(layout(), target),
    onDrop: (id, landing) => setLayout(dropInLayout(layout(), id, landing)),
  });

  function stepTo(next: readonly Group[], id: string, name: string): void {
    setLayout(next);
    const group = next.find(({ id: groupId, channels }) => groupId === id || channels.includes(id));
    announce(t().serverSettings.movedTo({ name, category: titleOf(group) }));
  }

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().serverSettings.channelsHint}</p>
      <div class={styles.actions}>
        <Button onClick={() => openDialog(CreateChannelDialog, { server: props.server })}>
          {t().servers.createChannel}
        </Button>
        <Button onClick={() => openCategoryDialog(client, props.server)}>{t().servers.createCategory}</Button>
      </div>
      <ul class={styles.list}>
        <For each={layout().map(({ id }) => id)}>
          {(groupId) => {
            const group = () => layout().find(({ id }) => id === groupId);
            const seen = () => group()?.channels.filter(isSeen) ?? [];
            return (
              <li>
                <div class={`${styles.row} ${own.group}`} {...drag.item(groupId)}>
                  <Show when={groupId !== ungrouped}>
                    <MoveHandle
                      name={titleOf(group())}
                      onDrag={(event) => drag.begin(groupId, event)}
                      onStep={(step) => stepTo(stepGroup(layout(), groupId, step), groupId, titleOf(group()))}
                    />
                  </Show>
                  <h2 class={own.groupTitle} dir="auto">
                    {titleOf(group())}
                  </h2>
                </div>
                <ul class={own.channels}>
                  <For each={seen()}>
                    {(id) => {
                      const name = () => client.channels.get(id)?.name ?? "";
                      return (
                        <li class={`${styles.row} ${sortable.item}`} {...drag.item(id)}>
                          <MoveHandle
                            name={name()}
                            onDrag={(event) => drag.begin(id, event)}
                            onStep={(step) => stepTo(stepChannel(layout(), id, step, isSeen), id, name())}
                          />
                          <Show when={client.channels.get(id)}>
                            {(channel) => <ChannelIcon channel={channel()} />}
                          </Show>
                          <A
                            class={own.name}
                            href={`/server/${props.server.id}/channel/${id}/settings`}
                            dir="auto"
                          >
                            {name()}
                          </A>
                        </li>
                      );
                    }}
                  </For>
                </ul>
              </li>
            );
          }}
        </For>
      </ul>
      <p class="visually-hidden" aria-live="assertive">
        {announcement()}
      </p>
      <SaveBar
        draft={draft}
        onSave={() => saveLayout(client, props.server, withTitles(layout(), props.server))}
      />
    </div>
  );
}

/** The order is the user's; names are as they are now, also if somebody else has changed them meanwhile. */
function withTitles(layout: readonly Group[], server: Server): readonly Group[] {
  const titles = new Map(server.categories.map(({ id, title }) => [id, title]));
  return layout.map((group) => ({ ...group, title: titles.get(group.id) ?? group.title }));
}
