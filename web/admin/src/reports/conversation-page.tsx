import { useParams, useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { Trash } from "@ui/icons.ts";
import { EmptyState } from "@ui/state.tsx";
import { For, type JSX, Show } from "solid-js";
import { withQuery } from "../api/call.ts";
import type { AdminConversation } from "../api/types.ts";
import { createLoad, type Load, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { BackLink } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";
import { askToDeleteMessage } from "./delete-message.tsx";
import own from "./reports.module.css";
import type { KeptMessage } from "./snapshot.ts";
import { Message, nameOf } from "./snapshot-view.tsx";

/** Shown until the messages are loaded, and if there is no such channel. */
const frame = (state: JSX.Element) => (
  <Page title={t().reports.conversation} lead={<Back server={undefined} />}>
    {state}
  </Page>
);

/** The messages of any channel, also of those that the operator is no member of. */
export default function ConversationPage() {
  const params = useParams<{ id: string }>();
  const [search] = useSearchParams<{ nearby?: string; before?: string; after?: string }>();
  const load = createLoad<AdminConversation>(() =>
    withQuery(`/admin/channels/${encodeURIComponent(params.id)}/messages`, {
      nearby: search.nearby,
      before: search.before,
      after: search.after,
    }),
  );
  return (
    <Loaded resource={load.resource} onRetry={load.reload} frame={frame}>
      {(conversation) => <Conversation conversation={conversation()} load={load} marked={search.nearby} />}
    </Loaded>
  );
}

function Conversation(props: {
  readonly conversation: AdminConversation;
  readonly load: Load<AdminConversation>;
  readonly marked: string | undefined;
}) {
  const [, setSearch] = useSearchParams();
  const words = () => t().reports;
  const messages = () => props.conversation.messages as readonly KeptMessage[];
  const turn = (parameter: "before" | "after", id: string | undefined) =>
    setSearch({ nearby: undefined, before: undefined, after: undefined, [parameter]: id });
  const remove = (id: string) =>
    props.load.replace({ ...props.conversation, messages: messages().filter(({ _id }) => _id !== id) });
  const showMarked = (list: HTMLElement) =>
    queueMicrotask(() => list.querySelector("[data-reported]")?.scrollIntoView({ block: "center" }));
  return (
    <Page
      title={props.conversation.name ?? words().conversation}
      hint={words().conversationHint}
      lead={<Back server={props.conversation.server} />}
    >
      <Show when={messages().length > 0} fallback={<EmptyState title={words().noMessages} />}>
        <ol ref={showMarked} class={`${styles.panel} ${own.messages}`}>
          <For each={messages()}>
            {(message) => {
              const name = nameOf(message, props.conversation.names);
              const author = name ?? words().unknownAuthor;
              return (
                <Message message={message} name={name} isReported={message._id === props.marked}>
                  <IconButton
                    icon={Trash}
                    label={words().deleteMessage}
                    onClick={() => askToDeleteMessage({ id: message._id, author }, () => remove(message._id))}
                  />
                </Message>
              );
            }}
          </For>
        </ol>
        <div class={styles.pager}>
          <Button onClick={() => turn("before", messages()[0]?._id)}>{words().earlier}</Button>
          <Button onClick={() => turn("after", messages().at(-1)?._id)}>{words().later}</Button>
        </div>
      </Show>
    </Page>
  );
}

function Back(props: { readonly server: string | undefined }) {
  return (
    <Show when={props.server} fallback={<BackLink href="/reports" label={t().reports.title} />}>
      {(server) => <BackLink href={`/servers/${server()}`} label={t().servers.details} />}
    </Show>
  );
}
