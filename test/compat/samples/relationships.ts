import { newUser } from "../../support/people.ts";
import { arrange, pairs, take, type Verb } from "../../support/relationship-cells.ts";
import type { Sample, Samples } from "./sample.ts";

/** One call from each of these. */
function steps(verb: Verb, from: readonly string[]): Sample {
  return async ({ server }) =>
    Promise.all(
      from.map(async (pair) => {
        const two = [await newUser(server), await newUser(server)] as const;
        await arrange(server, pair, two);
        return take(server, verb, two);
      }),
    );
}

export const relationshipSamples: Samples = {
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
