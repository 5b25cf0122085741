// One definition of what the API answers: that of the server. Only its types come here, and none of its code.
export type {
  AdminAction,
  AdminBot,
  AdminConfirmation,
  AdminInvite,
  AdminPassword,
  AdminReport,
  AdminReportDetails,
  AdminServer,
  AdminServerEdit,
  AdminSession,
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
