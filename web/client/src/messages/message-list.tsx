import { FailedState, Skeleton } from "@ui/state.tsx";
import { createResource, For, Match, Switch } from "solid-js";
import type { Channel } from "stoat.js";
import { Markdown } from "../markdown/markdown.tsx";
import { useConnection } from "../session/context.tsx";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

export function MessageList(props: { readonly channel: Channel }) {
  const connection = useConnection();
  const [page, { refetch }] = createResource(connection.generation, async () => {
    const { messages } = await props.channel.fetchMessagesWithUsers({ limit: 50 });
    return messages.map(({ id }) => id).reverse();
  });
  return (
    <Switch fallback={<Skeleton lines={8} label={t().common.loading} />}>
      <Match when={page.error}>
        <FailedState
          message={describeError(page.error)}
          retryLabel={t().common.retry}
          onRetry={() => void refetch()}
        />
      </Match>
      <Match when={page()}>
        {(ids) => (
          <For each={ids()}>
            {(id) => <Markdown text={connection.client.messages.get(id)?.content ?? ""} />}
          </For>
        )}
      </Match>
    </Switch>
  );
}
