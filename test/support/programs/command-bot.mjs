// A small bot written with revolt-handler, which brings prefix, aliases, arguments and roles.
import { Command, checkForCommand } from "revolt-handler";
import { Client } from "stoat.js";

const { BOT_TOKEN, API_URL, ROLE } = process.env;
const requiredRoles = [[ROLE], true];
const client = new Client({ baseURL: API_URL });

function command(name, run, aliases = []) {
  const made = new Command({ name, aliases, description: name, requiredRoles });
  made.on("ran", (message, words) =>
    run(message, words).catch((error) => message.reply(`That failed: ${JSON.parse(error).type}`)),
  );
  made.on("invalidRoles", (message) => message.reply("You need a role for that."));
}

command(
  "quote",
  async (message, words) => {
    await message.react("✅");
    await message.reply({ embeds: [{ title: "Quote", description: words.join(" "), colour: "#336699" }] });
  },
  ["q"],
);
command("say", async (_, [where, ...words]) => {
  await client.api.post(`/channels/${where}/messages`, { content: words.join(" ") });
});

client.on("ready", () => console.log("ready"));
client.on("messageCreate", (message) => checkForCommand(message, "!"));
await client.loginBot(BOT_TOKEN);
