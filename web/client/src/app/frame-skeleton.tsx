import { Skeleton } from "@ui/state.tsx";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { showsAllServers } from "../preferences/preferences.ts";
import { community } from "../session/server.ts";
import styles from "./frame-skeleton.module.css";

/** Placeholders for a page before the login. */
export function EntrySkeleton() {
  return (
    <main class={styles.entry}>
      <Skeleton lines={6} label={t().common.connecting} />
    </main>
  );
}

/** Placeholders for the lists and the page until there is a connection, in the same places. */
export function FrameSkeleton() {
  return (
    <div class={styles.frame}>
      <Show when={!community() || showsAllServers()}>
        <div class={styles.rail} />
      </Show>
      <div class={styles.list} />
      <div class={styles.page}>
        <Skeleton shape="messages" lines={24} label={t().common.connecting} />
      </div>
    </div>
  );
}
