import type { Samples } from "../../compat/sample.ts";
import { newUser, type Person, password } from "../../support/accounts/people.ts";
import type { TestServer } from "../../support/server/server.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

/** Two friends; the second has a profile with all fields. */
async function newFriends(server: TestServer): Promise<readonly [Person, Person]> {
  const two = [await newUser(server, "Pine"), await newUser(server, "Marten")] as const;
  await setRelationship(server, "Friend/Friend", two);
  const edit = {
    display_name: "Pine Marten",
    pronouns: "he/him",
    status: { text: "climbing", presence: "Focus" },
    profile: { content: "Up in the trees." },
  };
  await server.client.patch("/users/@me", edit, two[1]);
  return two;
}

/** Calls of one friend about the other, and about their own user. */
async function getBoth(server: TestServer, path: string) {
  const [viewer, { id }] = await newFriends(server);
  const { token } = viewer;
  return [
    await server.client.get(`/users/${id}${path}`, { token }),
    await server.client.get(`/users/${viewer.id}${path}`, { token }),
  ];
}

export const samples: Samples = {
  "GET /users/{target}": ({ server }) => getBoth(server, ""),
  "GET /users/{target}/profile": ({ server }) => getBoth(server, "/profile"),
  "GET /users/{target}/mutual": async ({ server }) => {
    const [viewer, other] = await newFriends(server);
    const third = await newUser(server, "Polecat");
    for (const person of [viewer, other]) await setRelationship(server, "Friend/Friend", [person, third]);
    await server.client.get(`/users/${other.id}/dm`, { token: viewer.token });
    return [await server.client.get(`/users/${other.id}/mutual`, { token: viewer.token })];
  },
  "GET /users/{target}/flags": async ({ server }) => [
    await server.client.get(`/users/${(await newUser(server)).id}/flags`),
  ],
  "PATCH /users/{target}": async ({ server }) => {
    const [, { token }] = await newFriends(server);
    return [
      await server.client.patch("/users/@me", {}, { token }),
      await server.client.patch("/users/@me", { remove: ["StatusText", "DisplayName"] }, { token }),
    ];
  },
  "PATCH /users/@me/username": async ({ server }) => {
    const { token } = await newUser(server);
    return [await server.client.patch("/users/@me/username", { username: "Fisher", password }, { token })];
  },
  "GET /users/{target}/default_avatar": async ({ server }) => {
    const { status, headers } = await fetch(`${server.url}/api/users/x/default_avatar`);
    // The description has no schema for the picture itself.
    return [{ status, headers, body: undefined }];
  },
};
