import { useSearchParams } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { Chip } from "@ui/chip.tsx";
import { Select } from "@ui/select.tsx";
import type { Column } from "@ui/table.tsx";
import { Show } from "solid-js";
import { call, withQuery } from "../api/call.ts";
import type { AdminJob } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import { ListView, pageSize } from "../components/list-view.tsx";
import { createLoad } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Page } from "../components/page.tsx";
import { Age } from "../components/values.tsx";
import { formatNumber } from "../i18n/format.ts";
import { t } from "../i18n/i18n.ts";

const states = ["all", "waiting", "running", "failed"] as const;
const tones = { waiting: undefined, running: "ok", failed: "danger" } as const;

/** What the server does besides requests. */
export default function JobsPage() {
  const [search, setSearch] = useSearchParams<{ state?: string; after?: string }>();
  const state = () => states.find((known) => known === search.state) ?? "all";
  const words = () => t().jobs;
  const load = createLoad<AdminJob[]>(() =>
    withQuery("/admin/jobs", { state: state(), after: search.after, limit: String(pageSize) }),
  );
  const retry = (job: AdminJob) =>
    attempt(async () => {
      await call("POST", `/admin/jobs/${encodeURIComponent(job._id)}/retry`);
      notifyRecorded(words().retried(job.name));
      load.reload();
    });
  const columns = (): Column<AdminJob>[] => [
    {
      id: "name",
      label: words().name,
      cell: (job) => (
        <span class={styles.stack}>
          <span>{job.name}</span>
          <Show when={job.last_error}>
            <span class={styles.small}>{job.last_error}</span>
          </Show>
        </span>
      ),
      sortBy: ({ name }) => name,
    },
    {
      id: "state",
      label: words().state,
      cell: (job) => <Chip tone={tones[job.state]}>{words().states[job.state]}</Chip>,
      sortBy: (job) => job.state,
    },
    {
      id: "attempts",
      label: words().attempts,
      cell: (job) => formatNumber(job.attempts),
      sortBy: ({ attempts }) => attempts,
      isNumber: true,
    },
    {
      id: "due",
      label: words().due,
      cell: (job) => <Age at={job.due_at} />,
      sortBy: ({ due_at }) => due_at,
      isNumber: true,
    },
    {
      id: "retry",
      label: words().retry,
      isBare: true,
      isNumber: true,
      cell: (job) => (
        <Show when={job.state === "failed"}>
          <Button aria-label={words().retryJob(job.name)} onClick={() => void retry(job)}>
            {words().retry}
          </Button>
        </Show>
      ),
    },
  ];
  return (
    <Page title={words().title}>
      <div class={styles.toolbar}>
        <Select
          label={words().state}
          value={state()}
          choices={states.map((value) => ({ value, label: words().states[value] }))}
          onChange={(value) => setSearch({ state: value, after: undefined })}
        />
      </div>
      <ListView
        label={words().title}
        load={load}
        columns={columns()}
        keyOf={(job) => job._id}
        empty={{
          title: state() === "failed" ? words().emptyFailed : words().empty,
          hint: words().emptyHint,
        }}
        isFiltered={Boolean(search.after)}
        cursor="after"
      />
    </Page>
  );
}
