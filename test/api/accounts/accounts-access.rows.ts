import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { everybody, noBots, type Rows, sessions, users } from "../../authorisation/row.ts";
import { newEmail, type Person, password } from "../../support/accounts/people.ts";
import { newCompletion, setupMail } from "../../support/operators/setup.ts";

const withTicket = ({ tickets }: MatrixFixture, { id }: Person) => ({
  headers: { "x-mfa-ticket": tickets.get(id) ?? "" },
});

const newCredential = () => ({
  id: "AA",
  rawId: "AA",
  type: "public-key",
  response: { clientDataJSON: "AA", attestationObject: "AA" },
});

/** Accounts, sessions and second factors: everybody has their own, and can do nothing with another's. */
export const accessRows: Rows = {
  create_account_create_account: {
    call: () => ({ body: { email: newEmail(), password } }),
    ...everybody("ok"),
  },
  resend_verification_resend_verification: {
    call: () => ({ body: { email: newEmail() } }),
    ...everybody("ok"),
  },
  verify_email_verify_email: {
    call: ({ codes }) => ({ params: { code: codes.verification } }),
    ...everybody("ok"),
  },
  fetch_account_fetch_account: sessions("ok"),
  change_password_change_password: {
    call: () => ({ body: { password: "another password 2", current_password: password } }),
    ...sessions("ok"),
  },
  change_email_change_email: {
    call: () => ({ body: { email: newEmail(), current_password: password } }),
    ...sessions("ok"),
  },
  undo_email_change: {
    call: ({ codes }) => ({ body: { token: codes.emailUndo, password: "another password 2" } }),
    ...everybody("ok"),
  },
  send_password_reset_send_password_reset: {
    call: ({ people }) => ({ body: { email: people.target.email } }),
    ...everybody("ok"),
  },
  password_reset_password_reset: {
    call: ({ codes }) => ({ body: { token: codes.reset, password: "another password 2" } }),
    ...everybody("ok"),
  },
  delete_account_delete_account: { call: withTicket, ...sessions("ok") },
  "delete_account_delete_account, with the owner's ticket": {
    call: (fixture) => withTicket(fixture, fixture.people.owner),
    ...sessions("InvalidToken", { owner: "ok" }),
  },
  confirm_deletion_confirm_deletion: {
    call: ({ codes }) => ({ body: { token: codes.deletion } }),
    ...everybody("ok"),
  },
  disable_account_disable_account: { call: withTicket, ...sessions("ok") },
  login_login: {
    call: ({ people }) => ({ body: { email: people.target.email, password } }),
    ...everybody("ok"),
  },
  // There is no provider in this matrix.
  oidc_begin_link: { call: () => ({ params: { provider: "nowhere" } }), ...sessions("InvalidToken") },
  oidc_begin_confirmation: { call: () => ({ params: { provider: "nowhere" } }), ...sessions("NotFound") },
  oidc_fetch_identities: sessions("ok"),
  fetch_account_overview: sessions("ok"),
  oidc_accept_link: { call: () => ({ body: { token: "unknown" } }), ...sessions("InvalidToken") },
  oidc_unlink: { call: () => ({ params: { identity: "unknown" } }), ...sessions("InvalidToken") },
  oidc_backchannel_logout: {
    call: () => ({ params: { provider: "nowhere" } }),
    ...everybody("NotFound"),
  },
  oidc_callback: { call: () => ({ params: { provider: "nowhere" } }), ...everybody("NotFound") },
  oidc_start: { call: () => ({ params: { provider: "nowhere" } }), ...everybody("NotFound") },
  claim_view_history: { call: () => ({ body: { token: "unknown" } }), ...noBots(users("InvalidToken")) },
  claim_history: { call: () => ({ body: { token: "unknown" } }), ...noBots(users("InvalidToken")) },
  fetch_passkeys: sessions("ok"),
  begin_passkey: { call: withTicket, ...sessions("ok") },
  "begin_passkey, with the owner's ticket": {
    call: (fixture) => withTicket(fixture, fixture.people.owner),
    ...sessions("InvalidToken", { owner: "ok" }),
  },
  create_passkey: {
    call: () => ({ body: { token: "unknown", name: "Laptop", credential: newCredential() } }),
    ...sessions("InvalidToken"),
  },
  set_passkey_factor: {
    call: () => ({ body: { enabled: true } }),
    ...sessions("InvalidToken"),
  },
  edit_passkey: {
    call: () => ({ params: { passkey: "unknown" }, body: { name: "Phone" } }),
    ...sessions("InvalidToken"),
  },
  delete_passkey: { call: () => ({ params: { passkey: "unknown" } }), ...sessions("InvalidToken") },
  begin_passkey_sign_in: everybody("ok"),
  begin_passkey_proof: {
    call: () => ({}),
    ...sessions("DisallowedMFAMethod", {
      anonymous: "InvalidToken",
      broken: "InvalidToken",
      bot: "InvalidToken",
    }),
  },
  // Nobody has the link, and there are operators.
  setup_fetch: everybody("NotFound"),
  setup_generate_secret: everybody("NotFound"),
  setup_check_voice: everybody("NotFound"),
  setup_check_folder: { call: () => ({ body: { path: "/tmp" } }), ...everybody("NotFound") },
  setup_test_mail: { call: () => ({ body: { mail: setupMail, to: newEmail() } }), ...everybody("NotFound") },
  setup_complete: { call: () => ({ body: newCompletion() }), ...everybody("NotFound") },
  fetch_ticket_owner: { call: () => ({ body: { mfa_ticket: "none" } }), ...everybody("InvalidToken") },
  logout_logout: sessions("ok"),
  fetch_all_fetch_all: sessions("ok"),
  fetch_sign_ins: sessions("ok"),
  edit_sign_in_notices: { call: () => ({ body: { notify_new_devices: true } }), ...sessions("ok") },
  revoke_all_revoke_all: sessions("ok"),
  edit_edit: {
    call: ({ people }) => ({ params: { id: people.owner.sessionId }, body: { friendly_name: "renamed" } }),
    ...sessions("InvalidSession", { owner: "ok" }),
  },
  revoke_revoke: {
    call: ({ people }) => ({ params: { id: people.owner.sessionId } }),
    ...sessions("InvalidToken", { owner: "ok" }),
  },
  create_ticket_create_ticket: {
    call: () => ({ body: { password } }),
    ...sessions("ok", { anonymous: "InvalidToken", broken: "InvalidToken", bot: "InvalidToken" }),
  },
  fetch_status_fetch_status: sessions("ok"),
  get_mfa_methods_get_mfa_methods: sessions("ok"),
  fetch_recovery_fetch_recovery: { call: withTicket, ...sessions("ok") },
  generate_recovery_generate_recovery: { call: withTicket, ...sessions("ok") },
  totp_generate_secret_totp_generate_secret: { call: withTicket, ...sessions("ok") },
  totp_enable_totp_enable: {
    call: () => ({ body: { totp_code: "000000" } }),
    ...sessions("OperationFailed"),
  },
  totp_disable_totp_disable: { call: withTicket, ...sessions("ok") },
};
