import Type, { type Static } from "typebox";
import { configSchema } from "../../config/schema.ts";
import { Id, input, model, Timestamp } from "../../protocol/schema.ts";
import { Email, Password } from "../accounts/index.ts";

/** The form that a key of the configuration has, within a bound. */
const keyForm = (key: object, maxLength: number) =>
  Type.String({ maxLength, ...("pattern" in key && { pattern: String(key.pattern) }) });

const { public_url, registration, backup, smtp } = configSchema.properties;

/** What every call of the setup page brings: the token of the link, and where its page is from. */
export const SetupHeaders = Type.Object({
  "x-setup-token": Type.Optional(
    Type.String({ maxLength: 128, description: "The token of the one-time link." }),
  ),
  origin: Type.Optional(Type.String({ maxLength: 300 })),
  host: Type.Optional(Type.String({ maxLength: 300 })),
});
export type SetupHeaders = Static<typeof SetupHeaders>;

export const maxProxies = 20;

const maybe = Type.Optional(Type.String());

/** The keys that the page asks for, and that may be set elsewhere. */
export const FixedKeys = model(
  "SetupFixedKeys",
  "Keys that ermine.toml or the environment sets, with their values. The page does not ask for them.",
  {
    "community.server": maybe,
    public_url: maybe,
    trusted_proxies: maybe,
    registration: maybe,
    "smtp.host": maybe,
    "voice.mode": maybe,
    "backup.to": maybe,
    "backup.every": maybe,
  },
);

export const SetupState = model("SetupState", "What the setup page has to know.", {
  expires_at: Timestamp,
  fixed: FixedKeys,
  trusted_proxies: Type.Array(Type.String(), {
    maxItems: maxProxies,
    description: "Proxies that the page suggests trusting: the one that this call came through.",
  }),
  backup_folder: Type.String({ description: "The folder that backups are made to by default." }),
  writes: Type.Boolean({
    description: "Whether the page can store keys. The servers of a cluster have no file in common.",
  }),
  restarts: Type.Boolean({ description: "Whether the server restarts by itself at the end." }),
});
export type SetupState = Static<typeof SetupState>;

const TotpSecret = Type.String({ pattern: "^[A-Z2-7]{32}$", maxLength: 32 });

export const SetupSecret = model("SetupSecret", "A new secret for an authenticator app.", {
  secret: TotpSecret,
});

export const SetupMail = input("DataSetupMail", "How mail is sent.", {
  host: Type.String({ minLength: 1, maxLength: 253, pattern: "^[^\\s/@]+$" }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  tls: smtp.properties.tls,
  username: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1_024 }),
  from: Type.String({ minLength: 3, maxLength: 320, pattern: "^[^\\r\\n]+@[^\\r\\n]+$" }),
});
export type SetupMail = Static<typeof SetupMail>;

export const SetupMailTest = input("DataSetupMailTest", "A mail to send, and how.", {
  mail: SetupMail,
  to: Email,
});

export const SetupCheck = model("SetupCheck", "What a check found.", {
  ok: Type.Boolean(),
  text: Type.String({ description: "In the words of whoever failed; empty if all is well." }),
});
export type SetupCheck = Static<typeof SetupCheck>;

const folderProblems = ["relative", "data", "missing", "file", "not_writable", "full"] as const;
export type FolderProblem = (typeof folderProblems)[number];

export const SetupFolder = input("DataSetupFolder", "A folder for backups.", {
  path: Type.String({ minLength: 1, maxLength: 1_024 }),
});

export const SetupFolderCheck = model("SetupFolderCheck", "Whether backups can be made to a folder.", {
  problem: Type.Optional(Type.Enum([...folderProblems])),
  free_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type SetupFolderCheck = Static<typeof SetupFolderCheck>;

export const SetupCompletion = input("DataSetupComplete", "Everything that the setup page has asked for.", {
  email: Email,
  password: Password,
  username: Type.String({ maxLength: 1_024 }),
  totp_secret: TotpSecret,
  totp_code: Type.String({ maxLength: 16, description: "Shows that an app has the secret." }),
  community: Type.Optional(
    Type.String({ minLength: 1, maxLength: 32, description: "The name of its server." }),
  ),
  public_url: Type.Optional(keyForm(public_url, 300)),
  trusted_proxies: Type.Optional(
    Type.Array(Type.String({ maxLength: 50, description: "An address or a network." }), {
      maxItems: maxProxies,
    }),
  ),
  registration: Type.Optional(Type.Enum(registration.enum, { description: "Who may register." })),
  mail: Type.Optional(SetupMail),
  voice: Type.Optional(Type.Boolean({ description: "Whether there are calls." })),
  backup_folder: Type.Optional(keyForm(backup.properties.to, 1_024)),
});
export type SetupCompletion = Static<typeof SetupCompletion>;

export const SetupResult = model("SetupResult", "What the setup has made.", {
  user: Id,
  name: Type.String({ description: "With the discriminator." }),
  server: Type.Optional(Id),
  recovery_codes: Type.Array(Type.String(), { maxItems: 10 }),
  settings: Type.String({
    description: "The keys as lines of ermine.toml, without the password of the mail server.",
  }),
  written: Type.Boolean({ description: "Whether they are stored." }),
  restarts: Type.Boolean({ description: "Whether the server restarts now." }),
});
export type SetupResult = Static<typeof SetupResult>;
