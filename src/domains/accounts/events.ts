import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Logout } from "../../protocol/connection-messages.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";

export const SessionDeleted = event({
  name: "Auth",
  doc: "A session ended. Its own connections get Logout instead.",
  payload: Type.Object({ event_type: Type.Literal("DeleteSession"), user_id: Id, session_id: Id }),
  audience: ({ user_id }) => [topic.private(user_id)],
  changes: ({ user_id, session_id }) => [{ kind: "logged out", user: user_id, only: session_id }],
});

export const AllSessionsDeleted = event({
  name: "Auth",
  doc: "All sessions ended, or all but one.",
  payload: Type.Object({
    event_type: Type.Literal("DeleteAllSessions"),
    user_id: Id,
    exclude_session_id: Type.Union([Id, Type.Null()], { description: "The session that was kept." }),
  }),
  audience: ({ user_id }) => [topic.private(user_id)],
  changes: ({ user_id, exclude_session_id }) => [
    { kind: "logged out", user: user_id, except: exclude_session_id },
  ],
});

/** Logs out bots, which have no session. */
export const LoggedOut = event({
  ...Logout,
  audience: (_nothing, { user }: { readonly user: string }) => [topic.private(user)],
  changes: (_nothing, { user }) => [{ kind: "logged out", user }],
});

export type SessionDeleted = typeof SessionDeleted;
export type AllSessionsDeleted = typeof AllSessionsDeleted;
