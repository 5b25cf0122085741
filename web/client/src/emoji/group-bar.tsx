import { Avatar } from "@ui/avatar.tsx";
import {
  Clock,
  Flag,
  Hand,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Shapes,
  Smile,
  Star,
  Trophy,
  Utensils,
} from "@ui/icons.ts";
import { createEffect, For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import { useClient } from "../session/context.tsx";
import type { EmojiGroup } from "./emoji-groups.ts";
import { moveInGrid } from "./grid-keys.ts";
import styles from "./group-bar.module.css";

const icons: Readonly<Record<string, LucideIcon>> = {
  favourites: Star,
  recent: Clock,
  0: Smile,
  1: Hand,
  3: PawPrint,
  4: Utensils,
  5: Plane,
  6: Trophy,
  7: Lightbulb,
  8: Shapes,
  9: Flag,
};

/** Jumps to the emoji groups and to those of servers, and marks the visible one. */
export function GroupBar(props: {
  readonly groups: readonly EmojiGroup[];
  readonly current: string | undefined;
  readonly onJump: (key: string) => void;
  readonly onLeave: () => void;
}) {
  return (
    <div
      class={styles.bar}
      role="toolbar"
      aria-label={t().composer.groupsOfEmoji}
      onKeyDown={(event) => moveInGrid(event, event.currentTarget, props.onLeave)}
    >
      <For each={props.groups}>
        {(group, index) => (
          <GroupButton
            group={group}
            isCurrent={group.key === props.current}
            isStop={group.key === props.current || (props.current === undefined && index() === 0)}
            onJump={props.onJump}
          />
        )}
      </For>
    </div>
  );
}

function GroupButton(props: {
  readonly group: EmojiGroup;
  readonly isCurrent: boolean;
  readonly isStop: boolean;
  readonly onJump: (key: string) => void;
}) {
  const client = useClient();
  let button: HTMLButtonElement | undefined;
  createEffect(() => props.isCurrent && button?.scrollIntoView({ block: "nearest", inline: "nearest" }));
  return (
    <button
      ref={button}
      type="button"
      class={styles.button}
      aria-label={props.group.name}
      title={props.group.name}
      aria-current={props.isCurrent ? "true" : undefined}
      tabindex={props.isStop ? 0 : -1}
      onClick={() => props.onJump(props.group.key)}
    >
      <Show
        when={icons[props.group.key]}
        fallback={
          <Avatar
            name={props.group.name}
            url={client.servers.get(props.group.key)?.iconURL}
            size={24}
            square
          />
        }
      >
        {(icon) => <Dynamic component={icon()} size={18} strokeWidth={1.75} aria-hidden="true" />}
      </Show>
    </button>
  );
}
