import type { Domain } from "../../declare/domain.ts";
import { setupLinkCommand } from "./commands/setup-link.ts";
import { restart, setupTurns } from "./resources.ts";
import { checkSetupFolderRoute } from "./routes/check-folder.ts";
import { checkSetupVoiceRoute } from "./routes/check-voice.ts";
import { completeSetupRoute } from "./routes/complete-setup.ts";
import { fetchSetupRoute } from "./routes/fetch-setup.ts";
import { generateSetupSecretRoute } from "./routes/generate-secret.ts";
import { testSetupMailRoute } from "./routes/test-mail.ts";

/** The setup page of the first start: its one-time link, its checks, and what it makes. */
export const setup: Domain = {
  name: "setup",
  routes: [
    fetchSetupRoute,
    generateSetupSecretRoute,
    testSetupMailRoute,
    checkSetupFolderRoute,
    checkSetupVoiceRoute,
    completeSetupRoute,
  ],
  resources: [restart, setupTurns],
  commands: [setupLinkCommand],
};
