import { type Component, lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Membership } from "./membership.ts";
import type { ReportTarget } from "./report-dialog.tsx";

interface Closable {
  readonly onClose: () => void;
}

// Each is loaded when it is opened first. None of them opens another one: those that do have files of their own.
const Report = lazy(async () => ({ default: (await import("./report-dialog.tsx")).ReportDialog }));
const memberDialogs = {
  nickname: lazy(async () => ({ default: (await import("./nickname-dialog.tsx")).NicknameDialog })),
  roles: lazy(async () => ({ default: (await import("./roles-dialog.tsx")).RolesDialog })),
  timeout: lazy(async () => ({ default: (await import("./timeout-dialog.tsx")).TimeoutDialog })),
  kick: lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).KickDialog })),
  ban: lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).BanDialog })),
  move: lazy(async () => ({ default: (await import("./move-dialog.tsx")).MoveDialog })),
} satisfies Record<string, Component<Membership & Closable>>;

export type MemberDialog = keyof typeof memberDialogs;

/** Asks for the reason of a report and sends it. */
export const openReport = (target: ReportTarget) =>
  openDialog((close) => <Report target={target} onClose={close} />);

/** Shows what moderators do with a member. */
export function openMemberDialog(name: MemberDialog, { user, server }: Membership): void {
  const Opened = memberDialogs[name];
  openDialog((close) => <Opened user={user} server={server} onClose={close} />);
}
