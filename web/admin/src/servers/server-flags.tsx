import { Chip } from "@ui/chip.tsx";
import { For } from "solid-js";
import styles from "../components/page.module.css";
import { t } from "../i18n/i18n.ts";

export const serverFlagBits = { official: 1, verified: 2 } as const;
export const serverFlagNames = ["official", "verified"] as const;

export function ServerFlags(props: { readonly flags: number }) {
  const names = () => serverFlagNames.filter((name) => (props.flags & serverFlagBits[name]) !== 0);
  return (
    <span class={styles.chips}>
      <For each={names()} fallback="–">
        {(name) => <Chip tone="accent">{t().servers.flagNames[name]}</Chip>}
      </For>
    </span>
  );
}
