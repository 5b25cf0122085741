import { A } from "@solidjs/router";
import { Check, Flag, type LucideIcon, TriangleAlert } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { AdminOverview } from "../api/types.ts";
import { Section } from "../parts/page.tsx";
import { formatAge } from "../texts/format.ts";
import { t } from "../texts/texts.ts";
import styles from "./overview.module.css";

interface Concern {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** A backup that is older needs attention, in milliseconds. */
const oldBackup = 2 * 86_400_000;

/** What somebody should look at. */
export function Attention(props: { readonly overview: AdminOverview }) {
  const concerns = (): Concern[] => {
    const { open_reports, failed_jobs, last_backup_at } = props.overview;
    const words = t().overview;
    const isOld = !last_backup_at || Date.now() - new Date(last_backup_at).getTime() > oldBackup;
    return [
      { href: "/reports", icon: Flag, text: words.openReports(open_reports), isUrgent: open_reports > 0 },
      {
        href: "/jobs?state=failed",
        icon: TriangleAlert,
        text: words.failedJobs(failed_jobs),
        isUrgent: failed_jobs > 0,
      },
      {
        href: "/backups",
        icon: isOld ? TriangleAlert : Check,
        text: last_backup_at ? words.lastBackup(formatAge(last_backup_at)) : words.noBackup,
        isUrgent: isOld,
      },
    ];
  };
  return (
    <Section title={t().overview.attention}>
      <ul class={styles.concerns}>
        <For each={concerns()}>
          {(concern) => (
            <li>
              <A class={styles.concern} href={concern.href} data-urgent={concern.isUrgent ? "" : undefined}>
                <Show
                  when={concern.isUrgent}
                  fallback={<Check size={18} strokeWidth={1.75} aria-hidden="true" />}
                >
                  <Dynamic component={concern.icon} size={18} strokeWidth={1.75} aria-hidden="true" />
                </Show>
                {concern.text}
              </A>
            </li>
          )}
        </For>
      </ul>
    </Section>
  );
}
