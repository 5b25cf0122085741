import { A, useParams } from "@solidjs/router";
import { Show } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import { knownUser } from "./known-user.ts";
import styles from "./markdown.module.css";

/** A person, under the name that they have in the server that is open. */
export function UserMention(props: { readonly id: string }) {
  const client = useClient();
  const params = useParams<{ server?: string }>();
  const name = () => {
    const server = params.server;
    const member = server ? client.member(server, props.id) : undefined;
    return member?.nickname ?? knownUser(client, props.id)?.displayName ?? t().markdown.unknownPerson;
  };
  return (
    <button
      type="button"
      class={styles.mention}
      data-person={props.id}
      data-own={props.id === client.user?.id ? "" : undefined}
    >
      @<bdi>{name()}</bdi>
    </button>
  );
}

export function RoleMention(props: { readonly id: string }) {
  const client = useClient();
  const params = useParams<{ server?: string }>();
  const role = () => client.servers.get(params.server ?? "")?.roles.get(props.id);
  return (
    <span class={styles.mention}>
      @<bdi>{role()?.name ?? t().markdown.unknownRole}</bdi>
    </span>
  );
}

export function ChannelMention(props: { readonly id: string }) {
  const client = useClient();
  const channel = () => client.channels.get(props.id);
  return (
    <Show when={channel()} fallback={<span class={styles.mention}>#{t().markdown.unknownChannel}</span>}>
      {(found) => (
        <A
          class={styles.mention}
          href={found().serverId ? `/server/${found().serverId}/channel/${props.id}` : `/channel/${props.id}`}
        >
          #<bdi>{channelName(found())}</bdi>
        </A>
      )}
    </Show>
  );
}
