import { route } from "../../../declare/route.ts";
import { checkVoice } from "../actions/check-voice.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { SetupCheck, SetupHeaders } from "../model.ts";

export const checkSetupVoiceRoute = route({
  id: "setup_check_voice",
  method: "POST",
  path: "/auth/setup/voice",
  summary: "Check whether calls would work. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: SetupHeaders,
  reply: SetupCheck,
  errors: ["NotFound"],
  async handleInSteps({ headers, services, read, fail }) {
    await read((db) => requireSetup(db, headers, fail));
    return checkVoice(services);
  },
});
