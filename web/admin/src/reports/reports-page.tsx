import { A, useSearchParams } from "@solidjs/router";
import { Chip } from "@ui/chip.tsx";
import { Select } from "@ui/select.tsx";
import type { Column } from "@ui/table.tsx";
import { withQuery } from "../api/call.ts";
import type { AdminReport } from "../api/types.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { Age } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";
import own from "./reports.module.css";

const statuses = ["open", "closed", "all"] as const;

export const reasonOf = ({ reason }: Pick<AdminReport, "reason">): string =>
  t().reports.reasons[reason] ?? reason;

export function ReportState(props: { readonly report: AdminReport }) {
  const tones = { Created: "warn", Resolved: "ok", Rejected: undefined } as const;
  return <Chip tone={tones[props.report.status]}>{t().reports.states[props.report.status]}</Chip>;
}

/** The queue of reports. */
export default function ReportsPage() {
  const [search, setSearch] = useSearchParams<{ status?: string; after?: string }>();
  const status = () => statuses.find((known) => known === search.status) ?? "open";
  const load = createLoad<AdminReport[]>(() =>
    withQuery("/admin/reports", { status: status(), after: search.after, limit: String(pageSize) }),
  );
  const columns = (): Column<AdminReport>[] => [
    {
      id: "reason",
      label: t().reports.reason,
      cell: (report) => (
        <A class={styles.link} href={`/reports/${report._id}`}>
          {reasonOf(report)}
        </A>
      ),
      sortBy: reasonOf,
    },
    {
      id: "type",
      label: t().reports.what,
      cell: (report) => t().reports.types[report.type],
      sortBy: ({ type }) => type,
    },
    {
      id: "context",
      label: t().reports.context,
      cell: (report) => (
        <span class={own.excerpt} dir="auto">
          {report.additional_context || "–"}
        </span>
      ),
    },
    { id: "state", label: t().reports.status, cell: (report) => <ReportState report={report} /> },
    {
      id: "when",
      label: t().reports.when,
      cell: (report) => <Age at={report.created_at} />,
      sortBy: ({ created_at }) => created_at,
      isNumber: true,
    },
  ];
  return (
    <Page title={t().reports.title}>
      <div class={styles.toolbar}>
        <Select
          label={t().reports.status}
          value={status()}
          choices={statuses.map((value) => ({ value, label: t().reports.statuses[value] }))}
          onChange={(value) => setSearch({ status: value, after: undefined })}
        />
      </div>
      <ListView
        label={t().reports.title}
        load={load}
        columns={columns()}
        keyOf={(report) => report._id}
        empty={{ title: t().reports.emptyOpen, hint: t().reports.emptyOpenHint }}
        isFiltered={status() !== "open" || Boolean(search.after)}
        cursor="after"
      />
    </Page>
  );
}
