import { accountProvocations } from "./accounts.ts";
import { conversationProvocations } from "./conversations.ts";
import { profileProvocations } from "./profiles.ts";
import { relationshipProvocations } from "./relationships.ts";
import { sessionProvocations } from "./sessions.ts";
import type { Provocations } from "./stage.ts";
import { syncProvocations } from "./sync.ts";
import { userProvocations } from "./users.ts";

/** For every error that a route declares, a way to get it. */
export const provocations: Provocations = {
  ...accountProvocations,
  ...sessionProvocations,
  ...userProvocations,
  ...relationshipProvocations,
  ...profileProvocations,
  ...conversationProvocations,
  ...syncProvocations,
};
