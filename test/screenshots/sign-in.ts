import type { Identity, SignIn } from "../../web/protocol/types.ts";
import type { Page } from "../support/browser/web-browser.ts";
import { answerSetup } from "./host.ts";
import { answering, button, type Demo, german, type Shot } from "./pages.ts";

const example = { issuer: "https://id.example.org", created_at: "2026-03-01T09:00:00.000Z" };
const identity: Identity = {
  ...example,
  _id: "01JD0000000000000000000001",
  provider: "example",
  label: "ines.moreau@example.org",
  second_factor: true,
  last_used_at: "2026-11-12T17:20:00.000Z",
};
const row = { outcome: "Success", new_device: false } as const;
const signIns: SignIn[] = [
  {
    ...row,
    _id: "01KA9SKQ00ABCDEFGHJKMNPQRS",
    method: "Provider",
    provider: "example",
    device: "Chrome · Android",
    address: "198.51.100.0/24",
    location: { country: "FR", city: "Clermont-Ferrand" },
    new_device: true,
  },
  {
    ...row,
    _id: "01KA7SKQ00ABCDEFGHJKMNPQRS",
    method: "Password",
    second_factor: "Totp",
    outcome: "WrongFactor",
    device: "Firefox · Windows",
    address: "2001:db8:7::/48",
    location: { country: "BR" },
  },
  {
    ...row,
    _id: "01KA5SKQ00ABCDEFGHJKMNPQRS",
    method: "Passkey",
    device: "Safari · macOS",
    address: "203.0.113.0/24",
  },
];

/** What is seen before and around a login, in both languages where much of it is text. */
export function signInShots({ people, operator }: Demo): Shot[] {
  const recovery = "/login/reset/code#email=ines.moreau@example.org&removes=second-factor";
  const history = async (page: Page) => {
    await answering(page, { "/auth/account/sign_ins": { notify_new_devices: true, sign_ins: signIns } });
    await page.getByText("198.51.100.0/24").waitFor();
    await page.getByText("203.0.113.0/24").scrollIntoViewIfNeeded();
  };
  const confirming = async (page: Page, methods: readonly string[]) => {
    await answering(page, { "/admin/servers**": { type: "ConfirmationRequired" } }, 403);
    await answering(page, {
      "/auth/mfa/methods": methods,
      "/auth/mfa": { security_key_mfa: false },
      "/auth/oidc/identities": [identity],
    });
    await page.getByRole("dialog").waitFor();
  };
  return [
    { name: "login-de", path: "/login", prepare: german },
    {
      name: "login-passkey-failed",
      path: "/login",
      async prepare(page) {
        await button(page, "Sign in with a passkey").click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "setup-de",
      path: "/setup#token",
      async prepare(page) {
        await answerSetup(page);
        await german(page);
        await page.getByLabel("E-Mail-Adresse").waitFor();
      },
    },
    { name: "login-recovery", path: recovery },
    { name: "login-recovery-de", path: recovery, prepare: german },
    { name: "settings-history", path: "/settings/sessions", as: people.ines, prepare: history },
    {
      name: "settings-history-de",
      path: "/settings/sessions",
      as: people.ines,
      async prepare(page) {
        await german(page);
        await history(page);
      },
    },
    {
      name: "settings-identities",
      path: "/settings/account",
      as: people.ines,
      async prepare(page) {
        await answering(page, { "/auth/oidc/identities": [identity] });
        await page.getByText(identity.label).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "admin-login-off",
      path: "/admin",
      async prepare(page) {
        await page.route(/\/api\/$/, async (route) => {
          const response = await route.fetch();
          const root = await response.json();
          root.features.password_login = false;
          await route.fulfill({ response, json: root });
        });
        await page.reload();
      },
    },
    { name: "admin-login-de", path: "/admin", prepare: german },
    { name: "admin-return", path: "/admin/sign-in#error=other-account" },
    {
      name: "admin-confirm",
      path: "/servers",
      operator,
      prepare: (page) => confirming(page, ["Totp", "Recovery"]),
    },
    { name: "admin-confirm-provider", path: "/servers", operator, prepare: (page) => confirming(page, []) },
  ];
}
