import type { Permission } from "../../../../src/permissions/bits.ts";

/** The names are those of the catalogues, `t().templates.names`. */
type Name =
  | "announcements"
  | "help"
  | "information"
  | "introductions"
  | "leads"
  | "lounge"
  | "meeting"
  | "moderators"
  | "offTopic"
  | "photos"
  | "planning"
  | "rules"
  | "talk"
  | "updates"
  | "work";

interface TemplateChannel {
  readonly name: Name;
  readonly isVoice?: boolean;
  /** Whether everyone may read and only those who manage the server may write. */
  readonly isReadOnly?: boolean;
}

export interface ServerTemplate {
  readonly categories: readonly { readonly title: Name; readonly channels: readonly TemplateChannel[] }[];
  readonly roles: readonly { readonly name: Name; readonly allow: readonly Permission[] }[];
}

/** What a new server can start with, in addition to the channel that every new server has. */
export const serverTemplates = {
  plain: { categories: [], roles: [] },
  friends: {
    categories: [
      {
        title: "talk",
        channels: [{ name: "photos" }, { name: "planning" }, { name: "lounge", isVoice: true }],
      },
    ],
    roles: [],
  },
  community: {
    categories: [
      {
        title: "information",
        channels: [
          { name: "rules", isReadOnly: true },
          { name: "announcements", isReadOnly: true },
        ],
      },
      {
        title: "talk",
        channels: [{ name: "introductions" }, { name: "offTopic" }, { name: "lounge", isVoice: true }],
      },
    ],
    roles: [
      {
        name: "moderators",
        allow: [
          "ManageMessages",
          "KickMembers",
          "BanMembers",
          "TimeoutMembers",
          "ManageNicknames",
          "ViewAuditLogs",
        ],
      },
    ],
  },
  team: {
    categories: [
      {
        title: "work",
        channels: [
          { name: "planning" },
          { name: "updates" },
          { name: "help" },
          { name: "meeting", isVoice: true },
        ],
      },
    ],
    roles: [{ name: "leads", allow: ["ManageChannel", "ManageMessages", "AssignRoles"] }],
  },
} as const satisfies Readonly<Record<string, ServerTemplate>>;

export type TemplateName = keyof typeof serverTemplates;
