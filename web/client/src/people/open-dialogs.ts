import { createSignal } from "solid-js";
import type { Channel, Message, Server, User } from "stoat.js";

/** What a report is about. */
export type ReportTarget =
  | { readonly type: "User"; readonly user: User; readonly messageId?: string }
  | { readonly type: "Message"; readonly message: Message }
  | { readonly type: "Server"; readonly server: Server };

/** A person in a server. */
export interface Membership {
  readonly user: User;
  readonly server: Server;
}

export type PeopleDialog =
  | { readonly name: "profile"; readonly userId: string; readonly server?: Server }
  | { readonly name: "report"; readonly target: ReportTarget }
  | ({ readonly name: "nickname" | "roles" | "timeout" | "kick" | "ban" | "move" } & Membership)
  | { readonly name: "addFriend" | "newGroup" | "status" }
  | { readonly name: "groupSettings" | "leaveGroup"; readonly channel: Channel };

const [dialog, openDialog] = createSignal<PeopleDialog>();

/** The dialog about people that is open; `PeopleDialogs` shows it. */
export { dialog, openDialog };

export const closeDialog = () => openDialog(undefined);

/** Shows the card of a person, with their roles if they are seen in a server. */
export const openProfile = (userId: string, server?: Server) =>
  void openDialog({ name: "profile", userId, server });

/** Asks for the reason of a report and sends it. */
export const openReport = (target: ReportTarget) => void openDialog({ name: "report", target });
