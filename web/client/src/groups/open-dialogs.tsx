import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Channel } from "../model/channel.ts";

// Each is loaded when it is opened first.
const NewGroup = lazy(() => import("./new-group-dialog.tsx"));
const LeaveGroup = lazy(() => import("./leave-group-dialog.tsx"));

export const openNewGroup = () => openDialog(NewGroup, {});
export const openLeaveGroup = (channel: Channel) => openDialog(LeaveGroup, { channel });
