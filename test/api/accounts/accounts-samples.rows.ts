import type { Samples } from "../../compat/sample.ts";
import { newVerifiedAccount, registerByMail, waitForCode } from "../../support/accounts/mailing.ts";
import { newAccount, newEmail, newTicket, password } from "../../support/accounts/people.ts";

const newPassword = "another good password 2";

export const samples: Samples = {
  "POST /auth/account/create": async ({ server }) => [
    await server.client.post("/auth/account/create", {
      email: newEmail(),
      password,
      invite: null,
      captcha: null,
    }),
  ],
  "POST /auth/account/reverify": async ({ mailing }) => {
    const { email } = await registerByMail(mailing);
    return [await mailing.server.client.post("/auth/account/reverify", { email, captcha: null })];
  },
  "POST /auth/account/verify/{code}": async ({ mailing }) => {
    const { client } = mailing.server;
    const { code } = await registerByMail(mailing);
    const verified = await client.post(`/auth/account/verify/${code}`);
    const { token } = await newVerifiedAccount(mailing);
    const email = newEmail();
    await client.patch("/auth/account/change/email", { email, current_password: password }, { token });
    const moved = await client.post(
      `/auth/account/verify/${await waitForCode(mailing, email, "login/verify")}`,
    );
    return [verified, moved];
  },
  "GET /auth/account/": async ({ server }) => {
    const { token } = await newAccount(server);
    return [await server.client.get("/auth/account/", { token })];
  },
  "PATCH /auth/account/change/password": async ({ server }) => {
    const { token } = await newAccount(server);
    const body = { password: newPassword, current_password: password };
    return [await server.client.patch("/auth/account/change/password", body, { token })];
  },
  "PATCH /auth/account/change/email": async ({ server }) => {
    const { token } = await newAccount(server);
    const body = { email: newEmail(), current_password: password };
    return [await server.client.patch("/auth/account/change/email", body, { token })];
  },
  "POST /auth/account/reset_password": async ({ mailing }) => {
    const { email } = await newVerifiedAccount(mailing);
    return [await mailing.server.client.post("/auth/account/reset_password", { email, captcha: null })];
  },
  "PATCH /auth/account/reset_password": async ({ mailing }) => {
    const { client } = mailing.server;
    const { email } = await newVerifiedAccount(mailing);
    await client.post("/auth/account/reset_password", { email });
    const token = await waitForCode(mailing, email, "login/reset");
    return [
      await client.patch("/auth/account/reset_password", {
        token,
        password: newPassword,
        remove_sessions: true,
      }),
    ];
  },
  "POST /auth/account/delete": async ({ server }) => {
    const person = await newAccount(server);
    const ticket = await newTicket(server, person);
    return [await server.client.post("/auth/account/delete", {}, { token: person.token, ticket })];
  },
  "PUT /auth/account/delete": async ({ mailing }) => {
    const { client } = mailing.server;
    const person = await newVerifiedAccount(mailing);
    const ticket = await newTicket(mailing.server, person);
    await client.post("/auth/account/delete", {}, { token: person.token, ticket });
    return [
      await client.put("/auth/account/delete", { token: await waitForCode(mailing, person.email, "delete") }),
    ];
  },
  "POST /auth/account/disable": async ({ server }) => {
    const person = await newAccount(server);
    const ticket = await newTicket(server, person);
    return [await server.client.post("/auth/account/disable", {}, { token: person.token, ticket })];
  },
};
