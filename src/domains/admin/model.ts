import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { boundedBy, Id, input, maxListed, model, named, Timestamp } from "../../protocol/schema.ts";
import { maxSignIns, SignIn } from "../../protocol/sign-in.ts";
import { pageParameters } from "./page-model.ts";

const Count = Type.Integer({ minimum: 0 });
const Text = Type.String();
/** The columns are signed 32-bit integers. */
const Bits = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });

export const AdminConfirmation = model("AdminConfirmation", "Until when the session may use the admin API.", {
  confirmed_until: Timestamp,
});
export type AdminConfirmation = Static<typeof AdminConfirmation>;

const AdminAccount = model("AdminAccount", "The account of a user.", {
  email: Text,
  verified: Type.Boolean(),
  disabled: Type.Boolean(),
  second_factor: Type.Boolean(),
  deleted_at: Type.Optional(Type.With(Timestamp, { description: "When the account is due to be deleted." })),
});
export type AdminAccount = Static<typeof AdminAccount>;

export const AdminUser = model("AdminUser", "A user as operators see them.", {
  _id: Id,
  username: Text,
  discriminator: Text,
  display_name: Type.Optional(Text),
  avatar: Type.Optional(File),
  created_at: Timestamp,
  online: Type.Boolean(),
  privileged: Type.Boolean(),
  flags: Count,
  badges: Count,
  bot_owner: Type.Optional(Type.With(Id, { description: "Of bots." })),
  account: Type.Optional(Type.With(AdminAccount, { description: "Absent for bots and deleted users." })),
});
export type AdminUser = Static<typeof AdminUser>;

const AdminSession = model("AdminSession", "A session of a user.", {
  _id: Id,
  name: Text,
  created_at: Timestamp,
  last_seen: Timestamp,
  receives_push: Type.Boolean(),
});
export type AdminSession = Static<typeof AdminSession>;

const AdminOwnedServer = model("AdminOwnedServer", "A server that a user owns.", { _id: Id, name: Text });

export const AdminUserDetails = model("AdminUserDetails", "A user with what they have.", {
  user: AdminUser,
  sessions: Type.Array(AdminSession, { maxItems: maxListed }),
  sign_ins: Type.Array(SignIn, { maxItems: maxSignIns, description: "Newest first." }),
  owned_servers: Type.Array(AdminOwnedServer, { maxItems: maxListed }),
  stored_bytes: Count,
  uploaded_today: Count,
});
export type AdminUserDetails = Static<typeof AdminUserDetails>;
export type AdminSignIn = AdminUserDetails["sign_ins"][number];

export const AdminUserEdit = input("DataAdminEditUser", "What to change of a user.", {
  flags: Type.Optional(
    Type.With(Bits, {
      description: "All flags: 1 suspended, 4 banned, 8 spam. That of deleted users stays.",
    }),
  ),
  badges: Type.Optional(Type.With(Bits, { description: "All badges." })),
  privileged: Type.Optional(Type.Boolean()),
});
export type AdminUserEdit = Static<typeof AdminUserEdit>;

export const AdminWipe = input("DataAdminWipeUser", "Why the user is removed.", {
  reason: Type.Enum(["suspended", "banned", "spam"]),
});
export type AdminWipe = Static<typeof AdminWipe>;

export const AdminServer = model("AdminServer", "A server as operators see it.", {
  _id: Id,
  name: Text,
  description: Type.Optional(Text),
  icon: Type.Optional(File),
  owner: Id,
  owner_name: Type.Optional(Type.With(Text, { description: "With the discriminator." })),
  created_at: Timestamp,
  members: Count,
  flags: Count,
  discoverable: Type.Boolean({ description: "Whether everybody can join by its id." }),
  channels: Type.Optional(
    Type.Array(Type.Object({ _id: Id, name: Text }), {
      maxItems: maxListed,
      description: "Absent in lists.",
    }),
  ),
});
export type AdminServer = Static<typeof AdminServer>;

export const AdminServerEdit = input("DataAdminEditServer", "What to change of a server.", {
  owner: Type.Optional(Type.With(Id, { description: "The new owner, who becomes a member if need be." })),
  flags: Type.Optional(Type.With(Bits, { description: "All flags." })),
  discoverable: Type.Optional(Type.Boolean()),
});
export type AdminServerEdit = Static<typeof AdminServerEdit>;

export const ConversationQuery = Type.Object({
  limit: pageParameters.limit,
  before: Type.Optional(Type.With(Id, { description: "Only messages before the one with this id." })),
  after: Type.Optional(Type.With(Id, { description: "Only messages after the one with this id." })),
  nearby: Type.Optional(Type.With(Id, { description: "Only messages around the one with this id." })),
});
export type ConversationQuery = Static<typeof ConversationQuery>;

export const AdminConversation = model("AdminConversation", "A part of a conversation, oldest first.", {
  channel_type: Type.Enum(["SavedMessages", "DirectMessage", "Group", "TextChannel"]),
  name: Type.Optional(Text),
  server: Type.Optional(Id),
  messages: Type.Array(
    Type.Unsafe<object>({ type: "object", description: "A message without its reactions." }),
    boundedBy("limit"),
  ),
  names: Type.Record(Id, Text, { maxProperties: 102, description: "The names of the authors, by id." }),
});
export type AdminConversation = Static<typeof AdminConversation>;

const ReportStatus = named("AdminReportStatus", Type.Enum(["Created", "Rejected", "Resolved"]));

export const AdminReport = model("AdminReport", "A report of a user.", {
  _id: Id,
  created_at: Timestamp,
  author: Id,
  status: ReportStatus,
  type: Type.Enum(["Message", "Server", "User"]),
  content_id: Id,
  reason: Text,
  additional_context: Text,
  notes: Text,
  rejection_reason: Type.Optional(Text),
  closed_at: Type.Optional(Timestamp),
});
export type AdminReport = Static<typeof AdminReport>;

export const AdminReportDetails = model(
  "AdminReportDetails",
  "A report with what was reported, as it was then.",
  {
    report: AdminReport,
    snapshots: Type.Array(
      Type.Unsafe<object>({ type: "object", description: "A snapshot of the reported content." }),
      {
        maxItems: 2,
      },
    ),
    names: Type.Record(Id, Text, {
      maxProperties: 100,
      description: "The current names of the users in it, by id.",
    }),
  },
);
export type AdminReportDetails = Static<typeof AdminReportDetails>;

export const ReportQuery = Type.Object({
  ...pageParameters,
  status: Type.Optional(Type.Enum(["open", "closed", "all"], { description: "Open, if absent." })),
});

export const AdminReportClosing = input("DataAdminCloseReport", "How the report ends.", {
  notes: Type.Optional(Type.String({ maxLength: 2_000, description: "The action taken." })),
  rejection_reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: "Why the report is rejected; otherwise it is resolved.",
    }),
  ),
});
export type AdminReportClosing = Static<typeof AdminReportClosing>;

export const AdminInvite = model("AdminInvite", "A code for registration.", {
  code: Text,
  created_at: Timestamp,
  uses: Count,
  max_uses: Type.Optional(Count),
  last_claimed_by: Type.Optional(Id),
});
export type AdminInvite = Static<typeof AdminInvite>;

export const AdminRecovery = input("DataAdminRecoverAccount", "What the recovery does.", {
  remove_second_factor: Type.Optional(
    Type.Boolean({ description: "Remove the second factor, the passkeys and the recovery codes as well." }),
  ),
});
export type AdminRecovery = Static<typeof AdminRecovery>;

export const AdminRecoveryLink = model("AdminRecoveryLink", "A link that was made for somebody.", {
  link: Type.String({ description: "It is returned only here." }),
  expires_at: Timestamp,
});
export type AdminRecoveryLink = Static<typeof AdminRecoveryLink>;

export const AdminInviteDraft = input("DataAdminCreateInvite", "The invite to create.", {
  max_uses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: "How many accounts may register; by default any number.",
    }),
  ),
});
export type AdminInviteDraft = Static<typeof AdminInviteDraft>;

export const AdminBot = model("AdminBot", "A bot as operators see it.", {
  _id: Id,
  username: Text,
  discriminator: Text,
  avatar: Type.Optional(File),
  owner: Id,
  owner_name: Type.With(Text, { description: "With the discriminator." }),
  public: Type.Boolean(),
  created_at: Timestamp,
});
export type AdminBot = Static<typeof AdminBot>;

export const AuditQuery = Type.Object({
  limit: pageParameters.limit,
  before: Type.Optional(Type.With(Id, { description: "The id of the last one of the page before." })),
  actor: Type.Optional(Id),
  target: Type.Optional(Id),
});

export const AdminAction = model("AdminAction", "What an operator did.", {
  _id: Id,
  at: Timestamp,
  source: Type.Enum(["command", "admin", "privilege", "groups"]),
  actor: Type.With(Text, { description: "A user of the machine, the id of a user, or identity providers." }),
  actor_name: Type.Optional(
    Type.With(Text, { description: "The name of the user, with the discriminator." }),
  ),
  action: Text,
  target: Type.Optional(Text),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type AdminAction = Static<typeof AdminAction>;
