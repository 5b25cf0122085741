import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Channel } from "../model/channel.ts";

// Loaded when it is opened first.
const GroupSettings = lazy(() => import("./group-settings-dialog.tsx"));

export const openGroupSettings = (channel: Channel) => openDialog(GroupSettings, { channel });
