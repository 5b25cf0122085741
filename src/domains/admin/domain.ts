import type { Domain } from "../../declare/domain.ts";
import { createAdmin, promoteUser } from "./commands/create-admin.ts";
import { deleteAccountCommand } from "./commands/delete-account.ts";
import { wipeUserCommand } from "./commands/wipe-user.ts";
import { certificateGauge, certificates } from "./resources/certificates.ts";
import { tableCounts } from "./resources/table-counts.ts";
import { closeReportRoute } from "./routes/close-report.ts";
import { confirmRoute } from "./routes/confirm.ts";
import { createRegistrationInviteRoute } from "./routes/create-invite.ts";
import { deleteAnyExportRoute } from "./routes/delete-export.ts";
import { deleteAnyMessageRoute } from "./routes/delete-message.ts";
import { deleteAnyServerRoute } from "./routes/delete-server.ts";
import { disableAnyAccountRoute } from "./routes/disable-account.ts";
import { editAnyServerRoute } from "./routes/edit-server.ts";
import { editAnyUserRoute } from "./routes/edit-user.ts";
import { enableAnyAccountRoute } from "./routes/enable-account.ts";
import { endAnySessionRoute } from "./routes/end-session.ts";
import { endAnySessionsRoute } from "./routes/end-sessions.ts";
import { fetchBackupsRoute } from "./routes/fetch-backups.ts";
import { fetchConfigurationRoute } from "./routes/fetch-configuration.ts";
import { fetchAnyExportRoute } from "./routes/fetch-export.ts";
import { fetchOverviewRoute } from "./routes/fetch-overview.ts";
import { fetchReportRoute } from "./routes/fetch-report.ts";
import { fetchAnyServerRoute } from "./routes/fetch-server.ts";
import { fetchUserRoute } from "./routes/fetch-user.ts";
import { listActionsRoute } from "./routes/list-actions.ts";
import { listBotsRoute } from "./routes/list-bots.ts";
import { listRegistrationInvitesRoute } from "./routes/list-invites.ts";
import { listJobsRoute } from "./routes/list-jobs.ts";
import { listReportsRoute } from "./routes/list-reports.ts";
import { listServersRoute } from "./routes/list-servers.ts";
import { listUsersRoute } from "./routes/list-users.ts";
import { readConversationRoute } from "./routes/read-conversation.ts";
import { recoverAccountRoute } from "./routes/recover-account.ts";
import { requestAnyExportRoute } from "./routes/request-export.ts";
import { retryJobRoute } from "./routes/retry-job.ts";
import { revokeRegistrationInviteRoute } from "./routes/revoke-invite.ts";
import { wipeUserRoute } from "./routes/wipe-user.ts";

/** The routes of the admin pages. */
export const admin: Domain = {
  name: "admin",
  commands: [createAdmin, deleteAccountCommand, promoteUser, wipeUserCommand],
  resources: [tableCounts, certificates],
  gauges: [certificateGauge],
  routes: [
    confirmRoute,
    listUsersRoute,
    fetchUserRoute,
    editAnyUserRoute,
    disableAnyAccountRoute,
    enableAnyAccountRoute,
    recoverAccountRoute,
    endAnySessionsRoute,
    endAnySessionRoute,
    wipeUserRoute,
    listServersRoute,
    fetchAnyServerRoute,
    editAnyServerRoute,
    deleteAnyServerRoute,
    requestAnyExportRoute,
    fetchAnyExportRoute,
    deleteAnyExportRoute,
    listReportsRoute,
    fetchReportRoute,
    closeReportRoute,
    readConversationRoute,
    deleteAnyMessageRoute,
    listRegistrationInvitesRoute,
    createRegistrationInviteRoute,
    revokeRegistrationInviteRoute,
    listBotsRoute,
    listActionsRoute,
    fetchOverviewRoute,
    listJobsRoute,
    retryJobRoute,
    fetchBackupsRoute,
    fetchConfigurationRoute,
  ],
};
