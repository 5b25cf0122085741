import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { knownRevisions } from "../../../importers/stoat/dump/survey.ts";
import { proveUpstream } from "./prove-upstream.ts";

const nextRevision = knownRevisions.last + 1;

/** In the style of the reference backend: macros around types, attributes for serde, comments with anything in them. */
const checkout: Readonly<Record<string, string>> = {
  "crates/core/models/src/v0/things.rs": `
    auto_derived_partial!(
      /// A server's "badge" // { and its brackets
      pub struct Server {
        #[cfg_attr(feature = "serde", serde(rename = "_id"))]
        pub id: String,
        #[serde(default = "HashMap::<String, Role>::new", skip_serializing_if = "HashMap::<String, Role>::is_empty")]
        pub roles: HashMap<String, Role>,
        pub r#mood: Option<String>, /* for now */
        #[serde(skip)]
        pub cached: bool,
        #[serde(flatten)]
        pub more: More,
      },
      "PartialServer"
    );
    auto_derived!(
      #[derive(Default)]
      pub struct PartialServer { pub mood: Option<String> }
      #[serde(tag = "channel_type")]
      pub enum Channel {
        TextChannel { #[serde(rename = "_id")] id: String, server: String, weather: Vec<(String, u8)> },
        StageChannel { id: String },
      }
      #[serde(untagged)]
      pub enum BulkMessageResponse { OnlyMessages(Vec<Message>), Both { messages: Vec<Message>, moods: Vec<String> } }
      #[serde(rename_all = "snake_case")]
      pub enum Weather { Sunny, VeryWindy }
    );
    impl Server { pub fn mood(&self) -> Option<&str> { self.mood.as_deref() } }
  `,
  "crates/core/database/src/events/client.rs": `
    #[serde(tag = "type")]
    pub enum EventV1 {
      Pong { data: Ping },
      Message(Message),
      ServerUpdate { id: String, data: PartialServer, #[serde(default)] clear: Vec<FieldsServer>, mood: String },
      WeatherChange { id: String, weather: Weather },
    }
  `,
  "crates/core/database/src/scripts.rs": `pub const LATEST_REVISION: i32 = ${nextRevision}; // last`,
  "crates/core/permissions/src/channel.rs": `
    pub enum ChannelPermission { ManageServer = 1 << 1, // the server
      ControlWeather = 1 << 50, GrantAllSafe = 0x000F_FFFF_FFFF_FFFF }
  `,
  "crates/core/result/src/lib.rs": "pub enum ErrorType { NotFound, TooWindy { max: usize }, InternalError, }",
  "crates/delta/src/routes/mod.rs": `"" => openapi_get_routes_spec![root::root], "/channels" => channels::routes(),`,
  "crates/delta/src/routes/root.rs": `#[get("/")] pub async fn root() {}`,
  "crates/delta/src/routes/channels/some.rs": `
    #[openapi(tag = "Weather")]
    #[get("/<target>/messages?<options..>&<mood>")]
    pub async fn fetch() {}
    // #[get("/<target>/old")]
    #[put("/<target>/weather/<at..>", data = "<data>")]
    pub async fn put() {}
  `,
  "docs/openapi.json": JSON.stringify({
    paths: {
      "/channels/{id}/": { get: { parameters: [{ in: "query", name: "forecast" }] }, parameters: [] },
    },
    components: {
      schemas: {
        User: { type: "object", properties: { _id: { type: "string" }, umbrella: { $ref: "#/x" } } },
        FieldsUser: { oneOf: [{ enum: ["Avatar"] }, { type: "string", enum: ["Umbrella"] }] },
      },
    },
  }),
};

function prove(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "ermine-upstream-"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const lines: string[] = [];
  const isSame = proveUpstream(folder, (line) => lines.push(line));
  rmSync(folder, { recursive: true });
  return { isSame, lines };
}

test("what a checkout of the reference backend has and this server lacks is printed", () => {
  const { isSame, lines } = prove(checkout);
  expect(lines.slice(0, -1)).toEqual([
    "route GET /channels/{}/messages has mood",
    "route PUT /channels/{}/weather/{}",
    "route GET /channels/{} has forecast",
    "type Server has mood",
    "type Channel has StageChannel, weather, id",
    "type BulkMessageResponse has moods",
    "type Weather: sunny, very_windy",
    "type User has umbrella",
    "type FieldsUser has Umbrella",
    "event ServerUpdate has mood",
    "event WeatherChange: id, weather",
    "error TooWindy",
    "permission ControlWeather (bit 50)",
    `database schema ${nextRevision}: the import knows those up to ${knownRevisions.last}`,
  ]);
  expect(lines.at(-1)).toEndWith("14 are new.");
  expect(isSame).toBe(false);
});

test("a checkout with nothing new passes, and another folder does not", () => {
  const known = {
    "crates/core/models/src/v0/users.rs": "pub struct UserStatus { pub text: Option<String> }",
  };
  expect(prove(known)).toMatchObject({ isSame: true, lines: [expect.stringContaining(" 0 are new.")] });
  expect(prove({}).isSame).toBe(false);
});
