import { done, type Operation, relate } from "../../convergence/operation.ts";
import type { World } from "../../convergence/world.ts";
import { password } from "../../support/accounts/people.ts";
import { runCommand } from "../../support/server/run-command.ts";

const setSettings =
  (body: Record<string, string>) =>
  ({ server, ann }: World) =>
    done(server.client.post("/sync/settings/set", body, ann));

const openNotes = ({ server, ann }: World) => done(server.client.get(`/users/${ann.id}/dm`, ann));

const addPolicy = async ({ server }: World) => {
  server.clock.advance(1);
  await runCommand(server, "policy", "add", "New rules", "https://example.com/rules");
};

/** Operations on conversations, settings, policies and sessions. */
export const relationOperations: readonly Operation[] = [
  {
    name: "a conversation is opened",
    given: (world) => relate(world, "Friend/Friend", [world.ann, world.ben]),
    run: ({ server, ann, ben }) => done(server.client.get(`/users/${ben.id}/dm`, ann)),
  },
  {
    name: "a conversation is opened again",
    given: (world) => relate(world, "Friend/Friend", [world.ann, world.ben, "meet"]),
    run: ({ server, ann, ben }) => done(server.client.get(`/users/${ann.id}/dm`, ben)),
  },
  { name: "saved messages are opened", run: openNotes },
  { name: "saved messages are opened again", given: openNotes, run: openNotes },
  { name: "a setting is written", run: setSettings({ theme: "dark" }) },
  {
    name: "a setting is written over",
    given: setSettings({ theme: "dark", order: "[]" }),
    run: setSettings({ theme: "light", other: "" }),
  },
  { name: "a policy is announced", run: addPolicy },
  {
    name: "a policy is acknowledged",
    given: addPolicy,
    run: ({ server, ann }) => done(server.client.post("/policy/acknowledge", {}, ann)),
  },
  {
    name: "another session ends",
    run: async ({ server, ann }) => {
      const { body } = await done(server.client.post("/auth/session/login", { email: ann.email, password }));
      await done(server.client.delete(`/auth/session/${body._id}`, {}, ann));
    },
  },
];
