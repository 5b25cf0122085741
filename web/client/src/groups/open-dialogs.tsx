import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Channel } from "../model/channel.ts";

// Each is loaded when it is opened first.
const NewGroup = lazy(async () => ({ default: (await import("./new-group-dialog.tsx")).NewGroupDialog }));
const LeaveGroup = lazy(async () => ({
  default: (await import("./leave-group-dialog.tsx")).LeaveGroupDialog,
}));

export const openNewGroup = () => openDialog(NewGroup, {});
export const openLeaveGroup = (channel: Channel) => openDialog(LeaveGroup, { channel });
