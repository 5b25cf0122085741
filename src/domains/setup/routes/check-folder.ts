import { route } from "../../../declare/route.ts";
import { checkFolder } from "../actions/check-folder.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { SetupFolder, SetupFolderCheck, SetupHeaders } from "../model.ts";

export const checkSetupFolderRoute = route({
  id: "setup_check_folder",
  method: "POST",
  path: "/auth/setup/folder",
  summary: "Check whether backups can be made to a folder. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: SetupHeaders,
  body: SetupFolder,
  reply: SetupFolderCheck,
  errors: ["NotFound"],
  async handleInSteps({ headers, body, services, read, fail }) {
    await read((db) => requireSetup(db, headers, fail));
    return checkFolder(body.path, services.config);
  },
});
