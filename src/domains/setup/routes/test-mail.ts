import { route } from "../../../declare/route.ts";
import { requireSetup } from "../actions/setup-link.ts";
import { testMail } from "../actions/test-mail.ts";
import { SetupCheck, SetupHeaders, SetupMailTest } from "../model.ts";

export const testSetupMailRoute = route({
  id: "setup_test_mail",
  method: "POST",
  path: "/auth/setup/mail",
  summary: "Send a test mail with keys that are not stored yet. Needs the token of the one-time link.",
  auth: "none",
  limit: { bucket: "setup" },
  headers: SetupHeaders,
  body: SetupMailTest,
  reply: SetupCheck,
  errors: ["NotFound"],
  async handleInSteps({ headers, body, services, read, fail }) {
    await read((db) => requireSetup(db, headers, fail));
    return testMail(services, body);
  },
});
