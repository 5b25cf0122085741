import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { operators, type Rows, sessions } from "../../authorisation/row.ts";

const target = ({ people }: MatrixFixture) => ({ params: { target: people.target.id } });
const community = ({ serverId }: MatrixFixture) => ({ params: { target: serverId } });
const report = (fixture: MatrixFixture) => ({ params: { target: fixture.report } });

/** What is done to everybody and everything: by operators alone. */
export const accessRows: Rows = {
  admin_confirm: {
    call: ({ tickets }, { id }) => ({ headers: { "x-mfa-ticket": tickets.get(id) ?? "" } }),
    operators: true,
    ...sessions("NotPrivileged", { owner: "ok", deputy: "SecondFactorRequired" }),
  },
  admin_list_users: operators("ok"),
  admin_fetch_user: { call: target, ...operators("ok") },
  admin_edit_user: {
    call: (fixture) => ({ ...target(fixture), body: { flags: 1, badges: 1, privileged: true } }),
    ...operators("ok"),
  },
  "admin_edit_user, one's own privilege": {
    call: (_, { id }) => ({ params: { target: id }, body: { privileged: false } }),
    ...operators("InvalidOperation"),
  },
  admin_disable_account: { call: target, ...operators("ok") },
  admin_enable_account: { call: target, ...operators("ok") },
  admin_recover_account: { call: target, ...operators("ok") },
  admin_end_sessions: { call: target, ...operators("ok") },
  admin_end_session: {
    call: ({ people }) => ({ params: { target: people.target.id, session: people.target.sessionId } }),
    ...operators("ok"),
  },
  admin_wipe_user: {
    call: (fixture) => ({ ...target(fixture), body: { reason: "spam" } }),
    ...operators("ok"),
  },
  admin_list_servers: operators("ok"),
  admin_fetch_server: { call: community, ...operators("ok") },
  admin_edit_server: {
    call: (fixture) => ({ ...community(fixture), body: { owner: fixture.people.stranger.id, flags: 1 } }),
    ...operators("ok"),
  },
  admin_delete_server: { call: community, ...operators("ok") },
  admin_request_export: { call: community, ...operators("ok") },
  admin_fetch_export: { call: community, ...operators("ok") },
  admin_delete_export: { call: community, ...operators("ok") },
  admin_list_reports: operators("ok"),
  admin_fetch_report: { call: report, ...operators("ok") },
  admin_close_report: { call: report, ...operators("ok") },
  admin_read_conversation: {
    call: ({ conversation }) => ({ params: { target: conversation } }),
    ...operators("ok"),
  },
  admin_delete_message: {
    call: ({ messages }) => ({ params: { target: messages.message } }),
    ...operators("ok"),
  },
  admin_list_invites: operators("ok"),
  admin_create_invite: operators("ok"),
  admin_revoke_invite: {
    call: ({ registrationInvite }) => ({ params: { target: registrationInvite } }),
    ...operators("ok"),
  },
  admin_list_bots: operators("ok"),
  admin_list_actions: operators("ok"),
  admin_fetch_overview: operators("ok"),
  admin_list_jobs: operators("ok"),
  admin_retry_job: { call: ({ failedJob }) => ({ params: { target: failedJob } }), ...operators("ok") },
  admin_fetch_backups: operators("ok"),
  admin_fetch_configuration: operators("ok"),
};
