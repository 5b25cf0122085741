// One definition of what the API answers: that of the server. Only its types come here, and none of its code.
export type {
  AdminAction,
  AdminBot,
  AdminConfirmation,
  AdminConversation,
  AdminInvite,
  AdminRecovery,
  AdminRecoveryLink,
  AdminReport,
  AdminReportDetails,
  AdminServer,
  AdminServerEdit,
  AdminSession,
  AdminSignIn,
  AdminUser,
  AdminUserDetails,
  AdminUserEdit,
} from "../../../../src/domains/admin/model.ts";
export type {
  AdminBackupDestination,
  AdminBackups,
  AdminConfigurationValue,
  AdminJob,
  AdminOverview,
  AdminSample,
} from "../../../../src/domains/admin/state-model.ts";
export type { ServerExport } from "../../../../src/domains/exports/model.ts";
export type { Identity } from "../../../../src/domains/oidc/model.ts";
export type { ServiceConfiguration } from "../../../../src/domains/service/model.ts";
