import { Button } from "@ui/button.tsx";
import { type Column, Table } from "@ui/table.tsx";
import { Show } from "solid-js";
import type { AdminSession, AdminUserDetails } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import styles from "../components/page.module.css";
import { Section } from "../components/page.tsx";
import { Age, Moment } from "../components/values.tsx";
import { t } from "../i18n/i18n.ts";
import { endSession } from "./actions.ts";
import { askToEndSessions } from "./dialogs.tsx";
import { fullName } from "./names.ts";

/** Where somebody is logged in. */
export function SessionList(props: { readonly details: AdminUserDetails; readonly onChange: () => void }) {
  const words = () => t().people;
  const user = () => props.details.user;
  const end = (session: AdminSession) =>
    attempt(async () => {
      await endSession(user(), session._id);
      notifyRecorded(words().sessionEnded);
      props.onChange();
    });
  const columns = (): Column<AdminSession>[] => [
    { id: "device", label: words().device, cell: (session) => session.name || "–" },
    { id: "since", label: words().since, cell: (session) => <Moment at={session.created_at} /> },
    { id: "seen", label: words().lastSeen, cell: (session) => <Age at={session.last_seen} /> },
    {
      id: "push",
      label: words().push,
      cell: (session) => (session.receives_push ? t().common.yes : t().common.no),
    },
    {
      id: "end",
      label: words().endSession,
      isBare: true,
      isNumber: true,
      cell: (session) => (
        <Button aria-label={words().endSessionOf(session.name)} onClick={() => void end(session)}>
          {words().endSession}
        </Button>
      ),
    },
  ];
  return (
    <Section
      title={words().sessions}
      actions={
        <Show when={props.details.sessions.length > 1}>
          <Button
            onClick={() => askToEndSessions({ _id: user()._id, name: fullName(user()) }, props.onChange)}
          >
            {words().endSessions}
          </Button>
        </Show>
      }
    >
      <Show
        when={props.details.sessions.length > 0}
        fallback={<p class={styles.small}>{words().noSessions}</p>}
      >
        <div class={styles.panel}>
          <Table
            label={words().sessions}
            columns={columns()}
            rows={props.details.sessions}
            keyOf={(session) => session._id}
          />
        </div>
      </Show>
    </Section>
  );
}
