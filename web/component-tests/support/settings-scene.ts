import type {
  Identity,
  MFAMethod,
  Passkeys,
  Role,
  Server,
  ServerExport,
  SignInHistory,
} from "../../protocol/types.ts";
import type { Network } from "./network.ts";
import { openPage } from "./open-page.ts";
import { newId, newScene } from "./scene.ts";

export const settingsNavigation = "Pages of the settings";

/** Ann's own server, with something on each page of the settings: of hers, of the server and of its channel. */
export function newSettingsScene() {
  const base = newScene();
  const { scene, bob, channel } = base;
  const role: Role = {
    _id: newId(),
    name: "Keepers",
    permissions: { a: 0, d: 0 },
    colour: "#2563eb",
    rank: 1,
  };
  const server: Server = { ...base.server, owner: scene.me._id, roles: { [role._id]: role } };
  scene.servers = [server];
  const history: SignInHistory = {
    notify_new_devices: true,
    sign_ins: [
      {
        _id: newId(),
        method: "Password",
        second_factor: "Totp",
        outcome: "Success",
        device: "Firefox · Linux",
        address: "203.0.113.0/24",
        new_device: true,
      },
    ],
  };
  const mfa = {
    email_otp: false,
    trusted_handover: false,
    email_mfa: false,
    totp_mfa: false,
    security_key_mfa: false,
    recovery_active: false,
    has_password: true,
  };
  /** What the server says of Ann's account. */
  const account = {
    account: { _id: scene.me._id, email: "ann@example.com" },
    mfa,
    methods: ["Password"] as MFAMethod[],
    passkeys: { second_factor: false, passkeys: [] } as Passkeys,
    sessions: [
      { _id: scene.sessionId, name: "Firefox" },
      { _id: newId(), name: "Phone" },
    ],
    sign_ins: history,
    identities: [] as Identity[],
  };
  const archive: { shown: ServerExport } = { shown: { state: "none" } };
  return {
    ...base,
    account,
    archive,
    server,
    role,
    mfa,
    history,
    paths: {
      user: "/settings",
      server: `/server/${server._id}/settings`,
      channel: `/server/${server._id}/channel/${channel._id}/settings`,
    },
    open(path: string, prepare?: (network: Network) => void): Promise<Network> {
      return openPage(path, scene, (network) => {
        const ofServer = { server: server._id, channel: channel._id, creator: bob._id };
        network.on("get /auth/account/overview", () => account);
        network.on("get /users/@me", () => scene.me);
        network.on("get /users/{target}/profile", () => ({ content: "I keep **ferrets**." }));
        network.on("get /bots/@me", () => ({ bots: [], users: [] }));
        network.on("post /sync/settings/set", () => undefined);
        network.on("get /servers/{target}/invites", () => [
          { type: "Server" as const, _id: "abcdefgh", ...ofServer },
        ]);
        network.on("get /servers/{target}/bans", () => ({
          users: [{ _id: bob._id, username: "Bob", discriminator: "1234", avatar: null }],
          bans: [{ _id: { server: server._id, user: bob._id }, reason: "Spam" }],
        }));
        network.on("get /servers/{target}/emojis", () => []);
        network.on("get /servers/{target}/export", () => archive.shown);
        network.on("get /servers/{target}/audit_logs", () => ({ audit_logs: [], users: [], members: [] }));
        network.on("get /channels/{channel_id}/webhooks", () => [
          {
            id: newId(),
            name: "Deployments",
            creator_id: scene.me._id,
            channel_id: channel._id,
            permissions: 0,
            token: "token",
          },
        ]);
        prepare?.(network);
      });
    },
  };
}
