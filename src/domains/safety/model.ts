import Type, { type Static } from "typebox";
import { Id, input, named } from "../../protocol/schema.ts";
import type { Server } from "../members/index.ts";
import type { Message } from "../messages/index.ts";
import type { User, UserProfile } from "../users/index.ts";

const ContentReason = named(
  "ContentReportReason",
  Type.Enum([
    "NoneSpecified",
    "Illegal",
    "IllegalGoods",
    "IllegalExtortion",
    "IllegalPornography",
    "IllegalHacking",
    "ExtremeViolence",
    "PromotesHarm",
    "UnsolicitedSpam",
    "Raid",
    "SpamAbuse",
    "ScamsFraud",
    "Malware",
    "Harassment",
  ]),
);

const UserReason = named(
  "UserReportReason",
  Type.Enum([
    "NoneSpecified",
    "UnsolicitedSpam",
    "SpamAbuse",
    "InappropriateProfile",
    "Impersonation",
    "BanEvasion",
    "Underage",
  ]),
);

const content = { id: Id, report_reason: ContentReason };

export const ReportedContent = named(
  "ReportedContent",
  Type.Union([
    Type.Object({ type: Type.Literal("Message"), ...content }),
    Type.Object({ type: Type.Literal("Server"), ...content }),
    Type.Object({
      type: Type.Literal("User"),
      id: Id,
      report_reason: UserReason,
      message_id: Type.Optional(Type.With(Id, { description: "A message of the user as evidence." })),
    }),
  ]),
);
export type ReportedContent = Static<typeof ReportedContent>;

export const ReportDraft = input("DataReportContent", "The reported content and the reason.", {
  content: ReportedContent,
  additional_context: Type.Optional(
    Type.String({ maxLength: 1000, default: "", description: "Explanation by the reporter." }),
  ),
});

/** The reported content in its state at the time of the report. */
export type ReportSnapshot = MessageSnapshot | ServerSnapshot | UserSnapshot;

export interface MessageSnapshot {
  readonly kind: "Message";
  readonly message: Message;
  /** The messages around it, oldest first. */
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  /** Absent if the author is a webhook or the system. */
  readonly author?: ReportedUser;
  readonly channel: { readonly _id: string; readonly channel_type: string; readonly name?: string };
  /** Absent for direct messages and groups. */
  readonly server?: string;
}

interface ServerSnapshot {
  readonly kind: "Server";
  readonly server: Server;
  readonly channels: readonly { readonly _id: string; readonly name: string }[];
}

interface UserSnapshot {
  readonly kind: "User";
  readonly user: ReportedUser;
}

export type ReportedUser = User & { readonly profile: UserProfile };
