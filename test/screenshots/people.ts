import { newUser, type Person } from "../support/accounts/people.ts";
import { uploadFile } from "../support/http/multipart.ts";
import type { TestServer } from "../support/server/server.ts";
import { drawHills } from "./draw.ts";

type Presence = "Online" | "Idle" | "Focus" | "Busy";

interface Character {
  readonly username: string;
  readonly name: string;
  readonly presence?: Presence;
  readonly status?: string;
}

const characters = {
  ines: { username: "ines", name: "Ines Moreau", presence: "Online" },
  tomasz: { username: "tomasz", name: "Tomasz Wilk", presence: "Online", status: "Out on the north ridge" },
  priya: { username: "priya", name: "Priya Raman", presence: "Focus", status: "Sorting camera footage" },
  olu: { username: "olu", name: "Olu Adeyemi", presence: "Online" },
  layla: { username: "layla", name: "ليلى حداد", presence: "Idle", status: "أعود بعد قليل" },
  freya: { username: "freya", name: "Freya Lindqvist", presence: "Busy", status: "In the field until six" },
  kenji: { username: "kenji", name: "Kenji Mori", presence: "Online" },
  marta: { username: "marta", name: "Marta Oliveira" },
  sam: { username: "sam", name: "Sam Whitfield-Cavendish-Bentley" },
  noor: { username: "noor", name: "Noor Haddad" },
} as const satisfies Record<string, Character>;

export type People = Readonly<Record<keyof typeof characters, Person>>;

/** Ten people with avatars. */
export async function newPeople(server: TestServer): Promise<People> {
  const people: Partial<Record<keyof typeof characters, Person>> = {};
  for (const [index, [key, character]] of Object.entries<Character>(characters).entries()) {
    const { username, name, presence, status } = character;
    const person = await newUser(server, username);
    const avatar = await uploadFile(server, person, {
      tag: "avatars",
      filename: "avatar.png",
      content: await drawHills(index, 256, 256),
    });
    const about = { display_name: name, avatar, status: { presence, text: status } };
    await server.client.patch("/users/@me", about, person);
    people[key as keyof typeof characters] = person;
  }
  return people as People;
}

/** Makes most of them online, until the connections are disposed of. */
export async function connectPeople(server: TestServer, people: People): Promise<DisposableStack> {
  const connections = new DisposableStack();
  for (const [key, { presence }] of Object.entries<Character>(characters)) {
    const person = people[key as keyof People];
    if (presence) connections.adopt(await connect(server, person), (socket) => socket.close());
  }
  return connections;
}

/** Makes somebody online. */
export async function connect({ url }: Pick<TestServer, "url">, { token }: Person): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?token=${token}`);
  await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => String(data).includes('"Ready"') && resolve(undefined);
    socket.onerror = reject;
  });
  return socket;
}
