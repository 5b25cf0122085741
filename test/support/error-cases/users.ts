import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { newAccount, newUser } from "../accounts/people.ts";
import { occupyDiscriminators } from "../users/occupy-discriminators.ts";
import type { ErrorCases } from "./error-case.ts";

export const userErrorCases: ErrorCases = {
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
  fetch_self_fetch: {
    async InvalidSession(pool) {
      const server = await pool.server();
      const { token } = await newAccount(server);
      return server.client.get("/users/@me", { token });
    },
  },
};
