import { A, useLocation } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { CountBadge } from "@ui/count-badge.tsx";
import { Expand, Inbox, MessagesSquare, Shrink } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Server } from "../model/server.ts";
import { setShowsAllServers, showsAllServers } from "../preferences/preferences.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { community } from "../session/server.ts";
import styles from "./community-bar.module.css";
import rail from "./server-rail.module.css";
import { homeCount, homeLabel, mentionCount } from "./unread-counts.ts";

/** The server that the client shows alone; undefined where it shows all, or the user is not a member. */
export function aloneServer({ servers }: Client): Server | undefined {
  const found = community();
  return found && !showsAllServers() ? servers.get(found.server) : undefined;
}

/** Leads to what is not the community: it stands where there is no rail of servers. */
export function CommunityBar(props: { readonly server: Server }) {
  const client = useClient();
  const location = useLocation();
  const isMessages = () => !/^\/(server|inbox)(\/|$)/.test(location.pathname);
  const mentions = () => props.server.mentions.length;
  const serverLabel = () =>
    mentions() ? `${props.server.name}, ${t().frame.mentions(mentions())}` : props.server.name;
  const inboxLabel = () => (mentionCount(client) ? t().inbox.label(mentionCount(client)) : t().inbox.title);
  return (
    <nav class={styles.bar} aria-label={t().community.places}>
      <A
        class={styles.entry}
        activeClass={styles.active}
        href={props.server.path}
        aria-label={serverLabel()}
        title={props.server.name}
      >
        <Avatar name={props.server.name} url={props.server.iconURL} size={24} square />
        <CountBadge class={styles.badge} count={mentions()} />
      </A>
      <A
        class={`${styles.entry} ${isMessages() ? styles.active : ""}`}
        activeClass=""
        href="/friends"
        aria-label={homeLabel(t().community.messages, client)}
        aria-current={isMessages() ? "page" : undefined}
        title={t().community.messages}
      >
        <MessagesSquare size={20} strokeWidth={1.75} aria-hidden="true" />
        <CountBadge class={styles.badge} count={homeCount(client)} />
      </A>
      <A
        class={styles.entry}
        activeClass={styles.active}
        href="/inbox"
        aria-label={inboxLabel()}
        title={t().inbox.title}
      >
        <Inbox size={20} strokeWidth={1.75} aria-hidden="true" />
        <CountBadge class={styles.badge} count={mentionCount(client)} />
      </A>
      <button
        type="button"
        class={styles.entry}
        aria-label={t().community.showAll}
        title={t().community.showAll}
        onClick={() => setShowsAllServers(true)}
      >
        <Expand size={20} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </nav>
  );
}

/** Leads back from the rail of all servers. */
export function ShowAloneEntry() {
  return (
    <Show when={community()}>
      {(found) => (
        <button
          type="button"
          class={rail.entry}
          aria-label={t().community.showAlone(found().name)}
          title={t().community.showAlone(found().name)}
          onClick={() => setShowsAllServers(false)}
        >
          <span class={`${rail.home} ${rail.add}`}>
            <Shrink size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
        </button>
      )}
    </Show>
  );
}
