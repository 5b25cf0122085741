import { notify } from "@ui/toasts.tsx";
import { lazy } from "solid-js";
import { openConfirm, openDialog } from "../components/dialogs.tsx";
import { openTextDialog } from "../components/text-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Client } from "../session/client.ts";
import { editMember, type Membership } from "./membership.ts";
import type { ReportTarget } from "./report-dialog.tsx";

// Each is loaded when it is opened first. None of them opens another one: those that do have files of their own.
const Report = lazy(() => import("./report-dialog.tsx"));
const memberDialogs = {
  roles: lazy(async () => ({ default: (await import("./member-dialogs.tsx")).RolesDialog })),
  timeout: lazy(async () => ({ default: (await import("./member-dialogs.tsx")).TimeoutDialog })),
  ban: lazy(async () => ({ default: (await import("./member-dialogs.tsx")).BanDialog })),
  move: lazy(async () => ({ default: (await import("./member-dialogs.tsx")).MoveDialog })),
};

export type MemberDialog = keyof typeof memberDialogs;

/** Asks for the reason of a report and sends it. */
export const openReport = (target: ReportTarget) => openDialog(Report, { target });

/** Shows what moderators do with a member. */
export const openMemberDialog = (name: MemberDialog, { user, server }: Membership) =>
  openDialog(memberDialogs[name], { user, server });

export function askToKick(client: Client, { user, server }: Membership): void {
  const name = user.displayName;
  openConfirm({
    title: t().people.kickTitle({ name, server: server.name }),
    description: t().people.kickHint,
    action: t().people.kickAction,
    async onConfirm() {
      await client.api.delete(`/servers/${server.id}/members/${user.id}`);
      notify(t().people.kicked(name));
    },
  });
}

export function openNickname(client: Client, { user, server }: Membership): void {
  openTextDialog({
    title: user.self ? t().people.changeNickname : t().people.nicknameOf(user.displayName),
    action: t().common.save,
    label: t().people.nickname,
    hint: t().people.nicknameHint,
    placeholder: user.displayName,
    value: server.getMember(user.id)?.nickname,
    minlength: 0,
    maxlength: 32,
    onSubmit: (nickname) =>
      editMember(client, { user, server }, nickname ? { nickname } : { remove: ["Nickname"] }),
  });
}
