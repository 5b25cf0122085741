import { accountSamples } from "./accounts.ts";
import { mfaSamples } from "./mfa.ts";
import type { Samples } from "./sample.ts";
import { serviceSamples } from "./service.ts";
import { sessionSamples } from "./sessions.ts";
import { userSamples } from "./users.ts";

/** One for every operation that this server has. */
export const samples: Samples = {
  ...serviceSamples,
  ...accountSamples,
  ...sessionSamples,
  ...mfaSamples,
  ...userSamples,
};
