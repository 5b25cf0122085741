import { allDiscriminators } from "../../../src/domains/users/rules/discriminator.ts";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import { newUser, type Person, password } from "../../support/accounts/people.ts";
import type { ErrorCase, ErrorCases, ServerPool } from "../../support/error-cases/error-case.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { occupyDiscriminators } from "../../support/users/occupy-discriminators.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** The errors of the routes that fetch a user. */
function fetchErrorCases(path: string): Record<"NotFound" | "MissingPermission", ErrorCase> {
  const get = async (pool: ServerPool, id: string) => {
    const server = await pool.server();
    const { token } = await newUser(server);
    return server.client.get(`/users/${id}${path}`, { token });
  };
  return {
    NotFound: (pool) => get(pool, unknownId),
    MissingPermission: async (pool) => get(pool, (await newUser(await pool.server())).id),
  };
}

async function edit(pool: ServerPool, body: object, target: string): Promise<ApiResponse> {
  const server = await pool.server();
  const { token } = await newUser(server);
  return server.client.patch(`/users/${target}`, body, { token });
}

async function rename(pool: ServerPool, body: object, who?: Person): Promise<ApiResponse> {
  const server = await pool.server();
  const { token } = who ?? (await newUser(server));
  return server.client.patch("/users/@me/username", { username: "Another", password, ...body }, { token });
}

export const errorCases: ErrorCases = {
  fetch_user_fetch: fetchErrorCases(""),
  fetch_profile_profile: fetchErrorCases("/profile"),
  find_mutual_mutual: {
    ...fetchErrorCases("/mutual"),
    async InvalidOperation(pool) {
      const server = await pool.server();
      const { id, token } = await newUser(server);
      return server.client.get(`/users/${id}/mutual`, { token });
    },
  },
  edit_user_edit: {
    NotFound: (pool) => edit(pool, { avatar: unknownId }, "@me"),
  },
  change_username_change_username: {
    InvalidCredentials: (pool) => rename(pool, { password: "not the password" }),
    InvalidUsername: (pool) => rename(pool, { username: "admin" }),
    async UsernameTaken(pool) {
      await occupyDiscriminators(await pool.server(), "Crowd", allDiscriminators());
      return rename(pool, { username: "Crowd" });
    },
    async DiscriminatorChangeRatelimited(pool) {
      const server = await pool.server();
      const person = await newUser(server);
      const lately = { discriminator: "0042", discriminator_changed_at: server.clock.now() };
      await server.running.store.write((tx) => updateUser(tx, person.id, lately));
      await occupyDiscriminators(server, "Occupied", ["0042"]);
      return rename(pool, { username: "Occupied" }, person);
    },
  },
};
