import type { EventAudiences } from "../../support/stream/event-audiences.ts";

export const eventAudiences: EventAudiences = [
  ["Auth", "private:user_id", { changes: "logged out" }],
  ["Logout", "private:@u", { reach: { user: "@u" }, changes: "logged out" }],
];
