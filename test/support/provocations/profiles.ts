import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import type { Answer } from "../client.ts";
import { occupyName } from "../occupy-name.ts";
import { newAccount, newUser, type Person, password } from "../people.ts";
import type { Provocation, Provocations, Stage } from "./stage.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** The ways in which context somebody up fails. */
function lookUp(path: string): Record<"NotFound" | "MissingPermission", Provocation> {
  const get = async (stage: Stage, id: string) => {
    const server = await stage.server();
    const { token } = await newUser(server);
    return server.client.get(`/users/${id}${path}`, { token });
  };
  return {
    NotFound: (stage) => get(stage, unknownId),
    MissingPermission: async (stage) => get(stage, (await newUser(await stage.server())).id),
  };
}

async function edit(stage: Stage, body: object, target: string): Promise<Answer> {
  const server = await stage.server();
  const { token } = await newUser(server);
  return server.client.patch(`/users/${target}`, body, { token });
}

async function rename(stage: Stage, body: object, who?: Person): Promise<Answer> {
  const server = await stage.server();
  const { token } = who ?? (await newUser(server));
  return server.client.patch("/users/@me/username", { username: "Another", password, ...body }, { token });
}

export const profileProvocations: Provocations = {
  fetch_user_fetch: lookUp(""),
  fetch_profile_profile: lookUp("/profile"),
  find_mutual_mutual: {
    ...lookUp("/mutual"),
    async InvalidOperation(stage) {
      const server = await stage.server();
      const { id, token } = await newUser(server);
      return server.client.get(`/users/${id}/mutual`, { token });
    },
  },
  edit_user_edit: {
    NotPrivileged: (stage) => edit(stage, { badges: 1 }, "@me"),
    NotFound: (stage) => edit(stage, { avatar: unknownId }, "@me"),
  },
  change_username_change_username: {
    InvalidSession: async (stage) => rename(stage, {}, await newAccount(await stage.server())),
    InvalidCredentials: (stage) => rename(stage, { password: "not the password" }),
    InvalidUsername: (stage) => rename(stage, { username: "admin" }),
    async UsernameTaken(stage) {
      await occupyName(await stage.server(), "Crowd", allDiscriminators);
      return rename(stage, { username: "Crowd" });
    },
    async DiscriminatorChangeRatelimited(stage) {
      const server = await stage.server();
      const person = await newUser(server);
      const lately = { discriminator: "0042", discriminator_changed_at: server.clock.now() };
      await server.running.store.write((tx) => updateUser(tx, person.id, lately));
      await occupyName(server, "Occupied", ["0042"]);
      return rename(stage, { username: "Occupied" }, person);
    },
  },
};
