import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { House } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import type { Server } from "stoat.js";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import styles from "./server-rail.module.css";

/** The servers of the user, one below the other. */
export function ServerRail() {
  const client = useClient();
  return (
    <nav class={styles.rail} aria-label={t().frame.servers}>
      <A class={styles.entry} href="/" end activeClass={styles.active} aria-label={t().frame.home}>
        <span class={styles.home}>
          <House size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </A>
      <hr class={styles.line} />
      <For each={client.servers.toList()}>{(server) => <ServerEntry server={server} />}</For>
    </nav>
  );
}

function ServerEntry(props: { readonly server: Server }) {
  const mentions = () => props.server.mentions.length;
  const label = () => {
    const notes = [props.server.unread && t().frame.unread, mentions() && t().frame.mentions(mentions())];
    return [props.server.name, ...notes.filter(Boolean)].join(", ");
  };
  return (
    <A
      class={styles.entry}
      href={`/server/${props.server.id}`}
      activeClass={styles.active}
      aria-label={label()}
      title={props.server.name}
      data-unread={props.server.unread ? "" : undefined}
    >
      <Avatar name={props.server.name} url={props.server.iconURL} size={48} square />
      <Show when={mentions()}>
        <span class={styles.badge} aria-hidden="true">
          {mentions() > 99 ? "99+" : mentions()}
        </span>
      </Show>
    </A>
  );
}
