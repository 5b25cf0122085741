import type { DataSetupComplete, DataSetupMailTest } from "../../../protocol/types.ts";
import { publicApi } from "../session/server.ts";

/** The calls of the setup page, which the token of its link allows. */
export function setupApi(token: string) {
  const options = { headers: { "x-setup-token": token } };
  return {
    state: () => publicApi.get("/auth/setup", undefined, options.headers),
    secret: () => publicApi.post("/auth/setup/factor", undefined, options),
    testMail: (body: DataSetupMailTest) => publicApi.post("/auth/setup/mail", body, options),
    checkFolder: (path: string) => publicApi.post("/auth/setup/folder", { path }, options),
    checkVoice: () => publicApi.post("/auth/setup/voice", undefined, options),
    // Once: a second one would find that the link has been used.
    complete: (body: DataSetupComplete) =>
      publicApi.post("/auth/setup/complete", body, { ...options, isSentOnce: true }),
  };
}

export type SetupApi = ReturnType<typeof setupApi>;
