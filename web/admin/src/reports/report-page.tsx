import { useParams } from "@solidjs/router";
import { For, type JSX, Show } from "solid-js";
import type { AdminReportDetails } from "../api/types.ts";
import { createLoad, Loaded } from "../components/loaded.tsx";
import styles from "../components/page.module.css";
import { Facts, Page, Section } from "../components/page.tsx";
import { BackLink, CopyableId, Moment, PersonLink } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";
import { ReportActions } from "./report-actions.tsx";
import own from "./reports.module.css";
import { ReportState, reasonOf } from "./reports-page.tsx";
import { snapshotsOf } from "./snapshot.ts";
import { SnapshotView } from "./snapshot-view.tsx";

/** Shown until the entry is loaded, and if there is none. */
const frame = (state: JSX.Element) => (
  <Page title={t().reports.title} lead={<BackLink href="/reports" label={t().reports.title} />}>
    {state}
  </Page>
);

export default function ReportPage() {
  const params = useParams<{ id: string }>();
  const load = createLoad<AdminReportDetails>(() => `/admin/reports/${encodeURIComponent(params.id)}`);
  return (
    <Loaded resource={load.resource} onRetry={load.reload} frame={frame}>
      {(details) => <Report details={details()} onChange={() => load.reload()} />}
    </Loaded>
  );
}

function Report(props: { readonly details: AdminReportDetails; readonly onChange: () => void }) {
  const report = () => props.details.report;
  const words = () => t().reports;
  return (
    <Page
      title={words().report(words().types[report().type])}
      lead={<BackLink href="/reports" label={words().title} />}
    >
      <div class={own.layout}>
        <Section title={words().snapshot}>
          <Show
            when={snapshotsOf(props.details).length > 0}
            fallback={<p class={styles.small}>{words().noSnapshot}</p>}
          >
            <For each={snapshotsOf(props.details)}>
              {(snapshot) => <SnapshotView snapshot={snapshot} names={props.details.names} />}
            </For>
          </Show>
        </Section>
        <div class={own.side}>
          <Section title={words().details}>
            <Facts
              facts={[
                [words().reason, reasonOf(report())],
                [words().status, <ReportState report={report()} />],
                [
                  words().reporter,
                  <PersonLink id={report().author} name={props.details.names[report().author]} />,
                ],
                [words().when, <Moment at={report().created_at} />],
                [
                  words().context,
                  <span class={own.text}>{report().additional_context || words().noContext}</span>,
                ],
                closedAt(report().closed_at),
                report().notes ? [words().notes, <span class={own.text}>{report().notes}</span>] : undefined,
                report().rejection_reason
                  ? [words().rejection, <span class={own.text}>{report().rejection_reason}</span>]
                  : undefined,
                [t().common.id, <CopyableId id={report()._id} />],
              ]}
            />
          </Section>
          <ReportActions details={props.details} onChange={props.onChange} />
        </div>
      </div>
    </Page>
  );
}

const closedAt = (at: string | undefined) =>
  at === undefined ? undefined : ([t().reports.closed, <Moment at={at} />] as const);
