import { done, type Operation, relate } from "../../convergence/operation.ts";
import { changeRelationship, transitions, verbs } from "../../support/users/relationship-transitions.ts";

/** Every change of a relation, from every state, with and without a conversation. */
export const relationOperations: readonly Operation[] = Object.entries(transitions).flatMap(
  ([pair, outcomes]) =>
    verbs
      .filter((verb) => outcomes[verb].includes("/"))
      .flatMap((verb) =>
        ([undefined, "meet"] as const).map((meet) => ({
          name: `${verb}, from ${pair}${meet ? " with a conversation" : ""}`,
          given: (world) => relate(world, pair, [world.ann, world.ben, meet]),
          run: ({ server, ann, ben }) => done(changeRelationship(server, verb, [ann, ben])),
        })),
      ),
);
