import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { occupyName } from "../occupy-name.ts";
import { newAccount, newUser } from "../people.ts";
import type { Provocations } from "./stage.ts";

export const userProvocations: Provocations = {
  complete_complete: {
    async AlreadyOnboarded(stage) {
      const server = await stage.server();
      const { token } = await newUser(server);
      return server.client.post("/onboard/complete", { username: "Another" }, { token });
    },
    async InvalidUsername(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      return server.client.post("/onboard/complete", { username: "admin" }, { token });
    },
    async UsernameTaken(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      await occupyName(server, "Everybody", allDiscriminators);
      return server.client.post("/onboard/complete", { username: "Everybody" }, { token });
    },
  },
  fetch_self_fetch: {
    async InvalidSession(stage) {
      const server = await stage.server();
      const { token } = await newAccount(server);
      return server.client.get("/users/@me", { token });
    },
  },
};
