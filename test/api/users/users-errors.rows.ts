import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { newAccount, newUser } from "../../support/accounts/people.ts";
import type { ErrorCases } from "../../support/error-cases/error-case.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

export const errorCases: ErrorCases = {
  complete_complete: {
    async AlreadyOnboarded(pool) {
      const server = await pool.server();
      const { token } = await newUser(server);
      return server.client.post("/onboard/complete", { username: "Another" }, { token });
    },
    async InvalidUsername(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      return server.client.post("/onboard/complete", { username: "admin" }, { token });
    },
    async UsernameTaken(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      await occupyDiscriminators(server, "Everybody", allDiscriminators());
      return server.client.post("/onboard/complete", { username: "Everybody" }, { token });
    },
  },
};
