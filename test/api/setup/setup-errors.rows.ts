import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { newAccount } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import { newCompletion, newSetupHeaders, setupMail } from "../../support/operators/setup.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

/** A server without operators, which those of other cases may have. */
const serverOf = (pool: ServerPool) =>
  pool.server({ accounts: { blocked_mail_domains: ["blocked.example"], blocked_mail_note: "Not here." } });

const withoutLink =
  (path: string, body?: object): ErrorCase =>
  async (pool) => {
    const { client } = await serverOf(pool);
    const options = { headers: { "x-setup-token": "guessed" } };
    return body ? client.post(`/auth/setup/${path}`, body, options) : client.get("/auth/setup", options);
  };

/** Completes the setup with something else than would succeed. */
const completeWith =
  (more: object): ErrorCase =>
  async (pool) => {
    const server = await serverOf(pool);
    const headers = await newSetupHeaders(server);
    const body = newCompletion(server.running.services.clock.now(), more);
    return server.client.post("/auth/setup/complete", body, { headers });
  };

export const errorCases: ErrorCases = {
  setup_fetch: { NotFound: withoutLink("") },
  setup_generate_secret: { NotFound: withoutLink("factor", {}) },
  setup_check_voice: { NotFound: withoutLink("voice", {}) },
  setup_check_folder: { NotFound: withoutLink("folder", { path: "/tmp" }) },
  setup_test_mail: { NotFound: withoutLink("mail", { mail: setupMail, to: "ann@example.com" }) },
  setup_complete: {
    NotFound: withoutLink("complete", newCompletion()),
    IncorrectData: completeWith({ email: "nowhere" }),
    DisallowedContactSupport: completeWith({ email: "ann@blocked.example" }),
    ShortPassword: completeWith({ password: "short" }),
    CompromisedPassword: completeWith({ password: "password1" }),
    InvalidUsername: completeWith({ username: "admin" }),
    async UsernameTaken(pool) {
      await occupyDiscriminators(await serverOf(pool), "Crowded", allDiscriminators());
      return completeWith({ username: "Crowded" })(pool);
    },
    InvalidToken: completeWith({ totp_code: "12345" }),
    InvalidProperty: completeWith({ backup_folder: "backups" }),
    async OperationFailed(pool) {
      const { email } = await newAccount(await serverOf(pool));
      return completeWith({ email })(pool);
    },
  },
};
