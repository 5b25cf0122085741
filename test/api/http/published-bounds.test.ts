import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { configKeys } from "../../../src/config/keys.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { routes } from "../../../src/domains/index.ts";
import { describeApi } from "../../../src/http/openapi.ts";
import { maxBodyLength, maxIds } from "../../../src/protocol/schema.ts";
import { newAccount, newUser } from "../../support/accounts/people.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";

interface Published {
  readonly type?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Published;
  readonly properties?: Record<string, Published>;
  readonly "x-bounded-by"?: readonly string[];
}

const { components } = describeApi(routes, "") as { components: { schemas: Record<string, Published> } };
const fieldOf = (schema: string, field: string) => components.schemas[schema]?.properties?.[field] ?? {};

/** The fields whose bounds an action enforces, by the names of the published description. */
function enforcedLaterFields(): string[] {
  const bodies = routes.flatMap(({ body }) =>
    body === undefined ? [] : [body as Published & { title?: string }],
  );
  return bodies.flatMap(({ title, properties = {} }) =>
    Object.entries(properties)
      .filter(([, schema]) => "enforcedLater" in schema)
      .map(([field]) => `${title}.${field}`),
  );
}

describe("published bounds of requests", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openServer("sqlite");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("are those that actions enforce: the cases below are all there are", () => {
    expect(enforcedLaterFields().sort()).toEqual(["DataCreateGroup.users", "DataOnboard.username"]);
    expect(JSON.stringify(components)).not.toContain("enforcedLater");
  });

  test("of the username: the shortest and the longest are taken, and no others", async () => {
    const { minLength = 0, maxLength = 0 } = fieldOf("DataOnboard", "username");
    expect(fieldOf("DataOnboard", "username")).toEqual(fieldOf("DataChangeUsername", "username"));
    const choose = async (length: number) => {
      const { token } = await newAccount(server);
      const username = "x".repeat(length);
      return (await server.client.post("/onboard/complete", { username }, { token })).body;
    };
    for (const length of [minLength, maxLength]) expect((await choose(length)).username).toHaveLength(length);
    for (const length of [minLength - 1, maxLength + 1])
      expect(await choose(length)).toMatchObject({ type: "FailedValidation" });
  });

  test("of the users of a new group: as many as are published pass, and one more does not", async () => {
    const { maxItems = 0 } = fieldOf("DataCreateGroup", "users");
    const { token } = await newUser(server);
    const create = async (count: number) => {
      const users = Array.from({ length: count }, (_, index) => `user-${index}`);
      return (await server.client.post("/channels/create", { name: "Talk", users }, { token })).body.type;
    };
    // Nobody is a friend, which is checked after the number.
    expect(await create(maxItems)).toBe("NotFriends");
    expect(await create(maxItems + 1)).toBe("FailedValidation");
  });

  test("that only protect the server name the configuration key that decides", () => {
    const keys = new Set(configKeys(configSchema).map(({ key }) => key));
    for (const [field, names] of Object.entries({
      content: ["limits.new_user.message_length", "limits.default.message_length"],
      attachments: ["limits.new_user.message_attachments", "limits.default.message_attachments"],
      replies: ["limits.global.message_replies"],
      embeds: ["limits.global.message_embeds"],
    })) {
      const { "x-bounded-by": decides = [] } = fieldOf("DataMessageSend", field);
      expect([field, decides]).toEqual([field, names]);
      for (const name of decides) expect(keys).toContain(name);
    }
    // Others of this size have no limit of their own.
    const wide = routes.flatMap(({ id, body }) =>
      Object.entries((body as Published | undefined)?.properties ?? {})
        .filter(([, schema]) => isWide(schema) && !("x-bounded-by" in schema) && !("enforcedLater" in schema))
        .map(([field]) => `${id}.${field}`),
    );
    expect(wide).toEqual(unlimited);
  });
});

/** Names of settings, and ids of roles, of which each one that does not exist is refused: what exists bounds these. */
const unlimited = [
  "get_settings_fetch.keys",
  "member_edit_edit.roles",
  "roles_edit_positions_edit_role_ranks.ranks",
];

const isWide = ({ maxItems, maxLength }: Published) => maxItems === maxIds || maxLength === maxBodyLength;
