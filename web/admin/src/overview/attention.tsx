import { A } from "@solidjs/router";
import { Check, Flag, type LucideIcon, TriangleAlert } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { AdminOverview } from "../api/types.ts";
import { Section } from "../components/page.tsx";
import { formatAge } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./overview.module.css";

interface Concern {
  readonly href: string;
  readonly icon: LucideIcon;
  readonly text: string;
  readonly isUrgent: boolean;
}

/** What somebody should look at. */
export function Attention(props: { readonly overview: AdminOverview }) {
  const concerns = (): Concern[] => {
    const { open_reports, failed_jobs } = props.overview;
    const words = t().overview;
    return [
      { href: "/reports", icon: Flag, text: words.openReports(open_reports), isUrgent: open_reports > 0 },
      {
        href: "/jobs?state=failed",
        icon: TriangleAlert,
        text: words.failedJobs(failed_jobs),
        isUrgent: failed_jobs > 0,
      },
      ...backupConcerns(props.overview),
      ...props.overview.expiring_certificates.map(({ name, expires_at }) => {
        const describe =
          Date.parse(expires_at) < Date.now() ? words.certificateExpired : words.certificateExpires;
        const text = describe({ name, age: formatAge(expires_at) });
        return { href: "/configuration", icon: TriangleAlert, text, isUrgent: true };
      }),
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

/** What is wrong with backups or, if nothing is, when the last one was made. */
function backupConcerns({ backups_made, backup_problems, last_backup_at }: AdminOverview): Concern[] {
  const words = t().overview;
  const age = last_backup_at ? formatAge(last_backup_at) : undefined;
  const concern = (text: string, isUrgent: boolean): Concern => ({
    href: "/backups",
    icon: TriangleAlert,
    text,
    isUrgent,
  });
  if (!backups_made) return [concern(age ? words.unscheduledBackup(age) : words.noBackup, true)];
  if (backup_problems.length === 0) return age ? [concern(words.lastBackup(age), false)] : [];
  return backup_problems.map((problem) => concern(describeBackupProblem(problem), true));
}

function describeBackupProblem({
  destination,
  problem,
  since,
}: AdminOverview["backup_problems"][number]): string {
  const words = t().overview.backupProblem;
  if (problem === "never") return words.never(destination);
  if (problem === "unverified" && !since) return words.neverVerified(destination);
  return words[problem]({ destination, age: since ? formatAge(since) : "" });
}
