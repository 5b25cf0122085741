import { lazy } from "solid-js";
import { openDialog } from "../components/dialogs.tsx";
import type { Server } from "../model/server.ts";

// Loaded when it is opened first.
const Profile = lazy(() => import("./profile-dialog.tsx"));

/** Shows the card of a person, with their roles if they are seen in a server. */
export const openProfile = (userId: string, server?: Server) =>
  // Cards link to each other, and are not imported by each other.
  openDialog(Profile, { userId, server, onOpenProfile: openProfile });
