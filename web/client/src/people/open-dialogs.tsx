import { type Component, lazy } from "solid-js";
import { openDialog } from "../app/dialogs.tsx";
import type { Channel } from "../model/channel.ts";
import type { Message } from "../model/message.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";

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

interface Closable {
  readonly onClose: () => void;
}

// Each is loaded when it is opened first.
const Profile = lazy(async () => ({ default: (await import("./profile-dialog.tsx")).ProfileDialog }));
const Report = lazy(async () => ({ default: (await import("./report-dialog.tsx")).ReportDialog }));
const AddFriend = lazy(async () => ({ default: (await import("./add-friend-dialog.tsx")).AddFriendDialog }));
const Status = lazy(async () => ({ default: (await import("./status-dialog.tsx")).StatusDialog }));
const NewGroup = lazy(async () => ({ default: (await import("./new-group-dialog.tsx")).NewGroupDialog }));
const GroupSettings = lazy(async () => ({
  default: (await import("./group-settings-dialog.tsx")).GroupSettingsDialog,
}));
const LeaveGroup = lazy(async () => ({
  default: (await import("./leave-group-dialog.tsx")).LeaveGroupDialog,
}));
const memberDialogs = {
  nickname: lazy(async () => ({ default: (await import("./nickname-dialog.tsx")).NicknameDialog })),
  roles: lazy(async () => ({ default: (await import("./roles-dialog.tsx")).RolesDialog })),
  timeout: lazy(async () => ({ default: (await import("./timeout-dialog.tsx")).TimeoutDialog })),
  kick: lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).KickDialog })),
  ban: lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).BanDialog })),
  move: lazy(async () => ({ default: (await import("./move-dialog.tsx")).MoveDialog })),
} satisfies Record<string, Component<Membership & Closable>>;

export type MemberDialog = keyof typeof memberDialogs;

/** Shows the card of a person, with their roles if they are seen in a server. */
export const openProfile = (userId: string, server?: Server) =>
  openDialog((close) => <Profile userId={userId} server={server} onClose={close} />);

/** Asks for the reason of a report and sends it. */
export const openReport = (target: ReportTarget) =>
  openDialog((close) => <Report target={target} onClose={close} />);

/** Shows what moderators do with a member. */
export function openMemberDialog(name: MemberDialog, { user, server }: Membership): void {
  const Opened = memberDialogs[name];
  openDialog((close) => <Opened user={user} server={server} onClose={close} />);
}

export const openAddFriend = () => openDialog((close) => <AddFriend onClose={close} />);
export const openStatus = () => openDialog((close) => <Status onClose={close} />);
export const openNewGroup = () => openDialog((close) => <NewGroup onClose={close} />);
export const openGroupSettings = (channel: Channel) =>
  openDialog((close) => <GroupSettings channel={channel} onClose={close} />);
export const openLeaveGroup = (channel: Channel) =>
  openDialog((close) => <LeaveGroup channel={channel} onClose={close} />);
