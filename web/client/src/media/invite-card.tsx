import { useNavigate } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { createMemo, createResource, For, Show } from "solid-js";
import type { InviteResponse } from "../../../protocol/types.ts";
import { createBusy } from "../components/attempt.ts";
import { describeError, t } from "../i18n/i18n.ts";
import { readApiError } from "../session/api-error.ts";
import { type Client, sessionState } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { configuration, ownOrigins } from "../session/server.ts";
import styles from "./invite-card.module.css";
import { inviteCodes } from "./own-links.ts";

const pathOf = (code: string) => `/invites/${encodeURIComponent(code)}` as const;

/** A row that scrolls out and in again does not ask again. */
const knownInvites = sessionState(() => new Map<string, Promise<InviteResponse | undefined>>());

async function fetchInvite(client: Client, code: string): Promise<InviteResponse | undefined> {
  const known = knownInvites(client);
  const asked =
    known.get(code) ??
    client.api.get(pathOf(code)).catch((thrown: unknown) => {
      if (readApiError(thrown).type === "NotFound") return undefined;
      known.delete(code);
      throw thrown;
    });
  known.set(code, asked);
  return asked;
}

/** The invites to this server that a text links to. */
export function InviteCards(props: { readonly text: string }) {
  const codes = createMemo(() => inviteCodes(props.text, ownOrigins()), [], {
    equals: (a, b) => a.join() === b.join(),
  });
  return <For each={codes()}>{(code) => <InviteCard code={code} />}</For>;
}

function InviteCard(props: { readonly code: string }) {
  const client = useClient();
  const navigate = useNavigate();
  const [invite] = createResource(
    () => props.code,
    (code) => fetchInvite(client, code),
  );
  const [isBusy, run] = createBusy();
  const found = () => (invite.error ? undefined : invite());
  const name = () => {
    const target = found();
    return target?.type === "Server" ? target.server_name : (target?.channel_name ?? "");
  };
  const isMember = () => client.channels.has(found()?.channel_id ?? "");

  const join = (target: InviteResponse) =>
    run(async () => {
      if (!isMember()) await client.api.post(pathOf(props.code));
      knownInvites(client).delete(props.code);
      navigate(
        target.type === "Server"
          ? `/server/${target.server_id}/channel/${target.channel_id}`
          : `/channel/${target.channel_id}`,
      );
    });

  return (
    <div class={styles.card} aria-busy={invite.loading}>
      <Show
        when={found()}
        fallback={
          <p class={styles.detail}>
            <Show when={!invite.loading}>
              {invite.error ? describeError(invite.error) : t().auth.inviteGone}
            </Show>
          </p>
        }
      >
        {(target) => (
          <>
            <Avatar name={name()} url={iconUrl(target())} size={48} square />
            <div class={styles.words}>
              <div class={styles.name} dir="auto">
                {name()}
              </div>
              <div class={styles.detail}>{describe(target())}</div>
            </div>
            <Button
              variant={isMember() ? "plain" : "primary"}
              busy={isBusy()}
              aria-label={isMember() ? t().media.openNamed(name()) : t().media.joinNamed(name())}
              onClick={() => void join(target())}
            >
              {isMember() ? t().media.open : t().auth.join}
            </Button>
          </>
        )}
      </Show>
    </div>
  );
}

function iconUrl(invite: InviteResponse): string | undefined {
  const icon = invite.type === "Server" ? invite.server_icon : undefined;
  return icon ? `${configuration()?.features.autumn.url}/icons/${icon._id}` : undefined;
}

function describe(invite: InviteResponse): string {
  return invite.type === "Server"
    ? t().auth.memberCount(invite.member_count)
    : t().auth.invitedBy(invite.user_name);
}
