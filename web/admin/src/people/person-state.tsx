import { Chip } from "@ui/chip.tsx";
import { For, Show } from "solid-js";
import type { AdminUser } from "../api/types.ts";
import styles from "../parts/page.module.css";
import { t } from "../texts/texts.ts";
import { flagBits } from "./names.ts";

const shownFlags = ["suspended", "banned", "spam"] as const;

/** What there is to know of somebody at a glance. */
export function PersonState(props: { readonly user: AdminUser }) {
  const words = () => t().people;
  const isDeleted = () => (props.user.flags & flagBits.deleted) !== 0;
  const flags = () => shownFlags.filter((flag) => (props.user.flags & flagBits[flag]) !== 0);
  return (
    <span class={styles.chips}>
      <Show when={props.user.online}>
        <Chip tone="ok">{words().online}</Chip>
      </Show>
      <Show when={props.user.privileged}>
        <Chip tone="accent">{words().privileged}</Chip>
      </Show>
      <Show when={props.user.bot_owner}>
        <Chip>{words().bot}</Chip>
      </Show>
      <Show when={props.user.account?.disabled}>
        <Chip tone="danger">{words().disabled}</Chip>
      </Show>
      <Show when={isDeleted()}>
        <Chip>{words().deleted}</Chip>
      </Show>
      <For each={flags()}>{(flag) => <Chip tone="warn">{words().flagNames[flag]}</Chip>}</For>
    </span>
  );
}
