import { route } from "../../../declare/route.ts";
import { makeTotpSecret } from "../../accounts/index.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { SetupHeaders, SetupSecret } from "../model.ts";

export const generateSetupSecretRoute = route({
  id: "setup_generate_secret",
  method: "POST",
  path: "/auth/setup/factor",
  summary: "Generate a secret for the second factor of the operator. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: SetupHeaders,
  reply: SetupSecret,
  errors: ["NotFound"],
  async handleInSteps({ headers, read, fail }) {
    await read((db) => requireSetup(db, headers, fail));
    return { secret: makeTotpSecret() };
  },
});
