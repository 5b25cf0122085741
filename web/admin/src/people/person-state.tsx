import { Chip } from "@ui/chip.tsx";
import { For } from "solid-js";
import type { AdminUser } from "../api/types.ts";
import styles from "../components/page.module.css";
import { t } from "../i18n/i18n.ts";
import { flagBits } from "./names.ts";

type Mark = readonly [label: string, tone?: "ok" | "warn" | "danger" | "accent"];

function marksOf({ online, privileged, bot_owner, account, flags }: AdminUser): Mark[] {
  const words = t().people;
  const has = (flag: keyof typeof flagBits) => (flags & flagBits[flag]) !== 0;
  const marks: (Mark | false)[] = [
    online && [words.online, "ok"],
    privileged && [words.privileged, "accent"],
    bot_owner !== undefined && [words.bot],
    account?.disabled === true && [words.disabled, "danger"],
    has("deleted") && [words.deleted],
    has("suspended") && [words.flagNames.suspended, "warn"],
    has("banned") && [words.flagNames.banned, "warn"],
    has("spam") && [words.flagNames.spam, "warn"],
  ];
  return marks.filter((mark) => mark !== false);
}

/** What there is to know of somebody at a glance. */
export function PersonState(props: { readonly user: AdminUser }) {
  return (
    <span class={styles.chips}>
      <For each={marksOf(props.user)} fallback="–">
        {([label, tone]) => <Chip tone={tone}>{label}</Chip>}
      </For>
    </span>
  );
}
