import { accountSamples } from "./accounts.ts";
import { conversationSamples } from "./conversations.ts";
import { mfaSamples } from "./mfa.ts";
import { profileSamples } from "./profiles.ts";
import { relationshipSamples } from "./relationships.ts";
import type { Samples } from "./sample.ts";
import { serviceSamples } from "./service.ts";
import { sessionSamples } from "./sessions.ts";
import { syncSamples } from "./sync.ts";
import { userSamples } from "./users.ts";

/** One for every operation that this server has. */
export const samples: Samples = {
  ...serviceSamples,
  ...accountSamples,
  ...sessionSamples,
  ...mfaSamples,
  ...userSamples,
  ...relationshipSamples,
  ...profileSamples,
  ...conversationSamples,
  ...syncSamples,
};
