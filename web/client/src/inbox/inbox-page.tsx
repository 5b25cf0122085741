import { Button } from "@ui/button.tsx";
import { Inbox } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { createMemo, createSignal, For, Show } from "solid-js";
import { createBusy } from "../components/attempt.ts";
import { PageHeader } from "../components/page-header.tsx";
import { markAllRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { InboxEntry } from "./inbox-entry.tsx";
import { byServer, mentioned, unreadOnly } from "./inbox-lists.ts";
import styles from "./inbox-page.module.css";

/** How many channels are shown at first, and how many more at a time: each asks the server for its messages. */
const step = 10;

/** Mentions and unread channels of all servers and conversations. */
export default function InboxPage() {
  const client = useClient();
  const [limit, setLimit] = createSignal(step);
  const [isBusy, run] = createBusy();
  const mentions = createMemo(() => mentioned(client));
  const unread = createMemo(() => unreadOnly(client));
  const count = () => mentions().length + unread().length;
  const hidden = () => Math.max(0, count() - limit());
  return (
    <>
      <PageHeader title={t().inbox.title} icon={<Inbox size={18} strokeWidth={1.75} aria-hidden="true" />} />
      <div class={styles.page}>
        <Show
          when={count() > 0}
          fallback={
            <EmptyState icon={Inbox} title={t().inbox.empty}>
              {t().inbox.emptyHint}
            </EmptyState>
          }
        >
          <Button busy={isBusy()} onClick={() => void run(() => markAllRead(client))}>
            {t().inbox.markAllRead}
          </Button>
          <Section title={t().inbox.mentions} channels={mentions().slice(0, limit())} />
          <Section
            title={t().inbox.unread}
            channels={unread().slice(0, Math.max(0, limit() - mentions().length))}
          />
          <Show when={hidden()}>
            <Button onClick={() => setLimit((now) => now + step)}>
              {t().inbox.more(Math.min(step, hidden()))}
            </Button>
          </Show>
        </Show>
      </div>
    </>
  );
}

function Section(props: { readonly title: string; readonly channels: readonly Channel[] }) {
  const groups = createMemo(() => byServer(props.channels));
  return (
    <Show when={props.channels.length > 0}>
      <section class={styles.section} aria-label={props.title}>
        <h2 class={styles.heading}>{props.title}</h2>
        <For each={groups().map(({ server }) => server?.id ?? "")}>
          {(serverId) => {
            const group = () => groups().find(({ server }) => (server?.id ?? "") === serverId);
            return (
              <>
                <h3 class={styles.server} dir="auto">
                  {group()?.server?.name ?? t().frame.directMessages}
                </h3>
                <ul class={styles.list}>
                  <For each={group()?.channels}>{(channel) => <InboxEntry channel={channel} />}</For>
                </ul>
              </>
            );
          }}
        </For>
      </section>
    </Show>
  );
}
