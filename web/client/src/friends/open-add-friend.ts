import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";

const AddFriend = lazy(() => import("./add-friend-dialog.tsx"));

/** Asks for the name of somebody to send a friend request to. */
export const openAddFriend = () => openDialog(AddFriend, {});
