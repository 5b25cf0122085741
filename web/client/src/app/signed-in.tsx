import { Navigate, type RouteSectionProps, useLocation } from "@solidjs/router";
import { notify } from "@ui/toasts.tsx";
import { createEffect, createMemo, on, Show, untrack } from "solid-js";
import { UsernamePage } from "../auth/username-page.tsx";
import { outboxOf } from "../drafts/outbox.ts";
import { t } from "../i18n/i18n.ts";
import { accounts, type StoredAccount } from "../session/accounts.ts";
import { openConnection } from "../session/connection.ts";
import { ConnectionProvider } from "../session/context.tsx";
import { configuration } from "../session/server.ts";
import { CallProvider } from "../voice/context.tsx";
import { IncomingCalls } from "../voice/incoming-calls.tsx";
import { Frame } from "./frame.tsx";
import { FrameSkeleton } from "./frame-skeleton.tsx";
import { Unreachable } from "./unreachable.tsx";

/** Everything that needs a session: opens the connection of the active account, or leads to the login. */
export default function SignedIn(props: RouteSectionProps) {
  const location = useLocation();
  // A change of the stored name or image is not another session.
  const account = createMemo(accounts.active, undefined, {
    equals: (a, b) => a?.sessionId === b?.sessionId && a?.needsUsername === b?.needsUsername,
  });
  return (
    // Keyed by the session: another account, or a new session of it, starts from nothing.
    <Show
      when={account()}
      keyed
      fallback={<Navigate href={`/login?next=${encodeURIComponent(location.pathname + location.search)}`} />}
    >
      {(active) => (
        <Show when={!active.needsUsername} fallback={<UsernamePage account={active} />}>
          <Connected account={active}>{props.children}</Connected>
        </Show>
      )}
    </Show>
  );
}

function Connected(props: {
  readonly account: StoredAccount;
  readonly children: RouteSectionProps["children"];
}) {
  const current = configuration();
  if (!current) throw new Error("the configuration is loaded before any page");
  const connection = openConnection(props.account, current);
  outboxOf(connection.client);
  createEffect(
    on(connection.state, (state) => {
      if (state !== "ended") return;
      notify(t().common.sessionEnded, { isError: true });
      accounts.remove(props.account.userId);
    }),
  );
  createEffect(() => {
    const user = connection.generation() > 0 ? connection.client.user : undefined;
    if (!user) return;
    const seen = { name: user.displayName, avatarUrl: user.avatarURL };
    untrack(() => accounts.update(user.id, seen));
  });
  return (
    <ConnectionProvider value={connection}>
      <Show
        when={connection.generation() > 0}
        fallback={
          <Show when={connection.state() === "offline"} fallback={<FrameSkeleton />}>
            <Unreachable onRetry={connection.retry} />
          </Show>
        }
      >
        <CallProvider>
          <Frame>{props.children}</Frame>
          <IncomingCalls />
        </CallProvider>
      </Show>
    </ConnectionProvider>
  );
}
