import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["UserUpdate", "user:id server-users:@s", { reach: { toward: "everybody", servers: ["@s"] } }],
  [
    "UserUpdate",
    "user:id",
    { reach: { toward: "everybody", servers: [], invisible: true }, changes: "visibility" },
  ],
  ["UserUpdate", "blocked-by:id", { reach: { toward: "blocked" } }],
  ["UserUpdate", "private:@v", { reach: { toward: "one", viewer: "@v" } }],
  ["UserRelationship", "private:id", { reach: { relation: "Friend" }, changes: "relation" }],
  [
    "UserPlatformWipe",
    "user:user_id blocked-by:user_id server:@s",
    { reach: { servers: ["@s"] }, changes: "user wiped" },
  ],
];
