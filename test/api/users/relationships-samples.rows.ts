import type { Sample, Samples } from "../../compat/sample.ts";
import { newUser } from "../../support/accounts/people.ts";
import {
  changeRelationship,
  pairs,
  setRelationship,
  type Verb,
} from "../../support/users/relationship-transitions.ts";

/** Makes one call from each of these pairs of relations. */
function steps(verb: Verb, from: readonly string[]): Sample {
  return async ({ server }) =>
    Promise.all(
      from.map(async (pair) => {
        const two = [await newUser(server), await newUser(server)] as const;
        await setRelationship(server, pair, two);
        return changeRelationship(server, verb, two);
      }),
    );
}

export const samples: Samples = {
  "POST /users/friend": async ({ server }) => {
    const [person, other] = [await newUser(server), await newUser(server)];
    const { body } = await server.client.get("/users/@me", { token: other.token });
    const username = `${body.username}#${body.discriminator}`;
    return [await server.client.post("/users/friend", { username }, { token: person.token })];
  },
  "PUT /users/{target}/friend": steps("add", ["None/None", "Incoming/Outgoing"]),
  "DELETE /users/{target}/friend": steps("remove", [
    "Outgoing/Incoming",
    "Incoming/Outgoing",
    "Friend/Friend",
  ]),
  "PUT /users/{target}/block": steps(
    "block",
    pairs.filter((pair) => !pair.startsWith("Blocked/")),
  ),
  "DELETE /users/{target}/block": steps("unblock", ["Blocked/BlockedOther", "Blocked/Blocked"]),
};
