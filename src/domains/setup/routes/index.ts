export { checkSetupFolderRoute } from "./check-folder.ts";
export { checkSetupVoiceRoute } from "./check-voice.ts";
export { completeSetupRoute } from "./complete-setup.ts";
export { fetchSetupRoute } from "./fetch-setup.ts";
export { generateSetupSecretRoute } from "./generate-secret.ts";
export { testSetupMailRoute } from "./test-mail.ts";
