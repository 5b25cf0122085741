import { expect, test } from "bun:test";
import { newUser, password } from "../support/people.ts";
import { hasBrowser } from "../support/web-browser.ts";
import { openWebTest } from "../support/web-client.ts";

test.if(hasBrowser)("a person logs in and sees their server", async () => {
  await using web = await openWebTest();
  const ann = await newUser(web.server, "Ann");
  const { body } = await web.server.client.post("/servers/create", { name: "Ferrets" }, ann);
  const page = await web.open("/");
  await page.getByLabel("E-mail address").fill(ann.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("link", { name: "Ferrets" }).click();
  await page.getByRole("heading", { name: "General" }).waitFor();
  expect(page.url()).toBe(`${web.url}/server/${body.server._id}/channel/${body.server.channels[0]}`);
});
