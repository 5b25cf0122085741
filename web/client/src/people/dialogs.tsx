import { useNavigate } from "@solidjs/router";
import { lazy, onCleanup, Show, Suspense } from "solid-js";
import { registerNavigator } from "./navigation.ts";
import { closeDialog, dialog, type PeopleDialog } from "./open-dialogs.ts";

// Each is loaded when it is opened first.
const Profile = lazy(async () => ({ default: (await import("./profile-dialog.tsx")).ProfileDialog }));
const Report = lazy(async () => ({ default: (await import("./report-dialog.tsx")).ReportDialog }));
const Nickname = lazy(async () => ({ default: (await import("./nickname-dialog.tsx")).NicknameDialog }));
const Roles = lazy(async () => ({ default: (await import("./roles-dialog.tsx")).RolesDialog }));
const Timeout = lazy(async () => ({ default: (await import("./timeout-dialog.tsx")).TimeoutDialog }));
const Kick = lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).KickDialog }));
const Ban = lazy(async () => ({ default: (await import("./removal-dialogs.tsx")).BanDialog }));
const Move = lazy(async () => ({ default: (await import("./move-dialog.tsx")).MoveDialog }));
const AddFriend = lazy(async () => ({ default: (await import("./add-friend-dialog.tsx")).AddFriendDialog }));
const Status = lazy(async () => ({ default: (await import("./status-dialog.tsx")).StatusDialog }));
const NewGroup = lazy(async () => ({ default: (await import("./new-group-dialog.tsx")).NewGroupDialog }));
const GroupSettings = lazy(async () => ({
  default: (await import("./group-settings-dialog.tsx")).GroupSettingsDialog,
}));
const LeaveGroup = lazy(async () => ({
  default: (await import("./leave-group-dialog.tsx")).LeaveGroupDialog,
}));

/** Where the dialogs about people appear; once in the frame. */
export function PeopleDialogs() {
  registerNavigator(useNavigate());
  onCleanup(closeDialog);
  return (
    <Suspense>
      <Show when={dialog()} keyed>
        {(open) => <OpenDialog dialog={open} />}
      </Show>
    </Suspense>
  );
}

function OpenDialog(props: { readonly dialog: PeopleDialog }) {
  const open = props.dialog;
  switch (open.name) {
    case "profile":
      return <Profile userId={open.userId} server={open.server} />;
    case "report":
      return <Report target={open.target} />;
    case "nickname":
      return <Nickname user={open.user} server={open.server} />;
    case "roles":
      return <Roles user={open.user} server={open.server} />;
    case "timeout":
      return <Timeout user={open.user} server={open.server} />;
    case "kick":
      return <Kick user={open.user} server={open.server} />;
    case "ban":
      return <Ban user={open.user} server={open.server} />;
    case "move":
      return <Move user={open.user} server={open.server} />;
    case "addFriend":
      return <AddFriend />;
    case "status":
      return <Status />;
    case "newGroup":
      return <NewGroup />;
    case "groupSettings":
      return <GroupSettings channel={open.channel} />;
    case "leaveGroup":
      return <LeaveGroup channel={open.channel} />;
  }
}
