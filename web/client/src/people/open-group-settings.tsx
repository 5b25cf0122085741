import { lazy } from "solid-js";
import type { Channel } from "../model/channel.ts";
import { openDialog } from "../parts/dialogs.tsx";

// Loaded when it is opened first.
const GroupSettings = lazy(async () => ({
  default: (await import("./group-settings-dialog.tsx")).GroupSettingsDialog,
}));

export const openGroupSettings = (channel: Channel) =>
  openDialog((close) => <GroupSettings channel={channel} onClose={close} />);
