// An echo bot with stoat.js, for Node 22 or Bun:
//   npm install stoat.js
//   BOT_TOKEN=… API_URL=https://chat.example.org/api node echo-stoat-js.mjs
import { Client } from "stoat.js";

const { BOT_TOKEN: token = "", API_URL: baseURL = "http://localhost:8080/api" } = process.env;
const client = new Client({ baseURL });

client.on("ready", () => console.log("ready"));
client.on("error", ({ type, data }) => {
  console.error("connection:", data?.type ?? type);
  if (data?.type === "InvalidSession") process.exit(1);
});

client.on("messageCreate", async (message) => {
  // Bots that answered each other would never stop. System messages have no author.
  if (!message.content || !message.author || message.author.bot) return;
  try {
    if (message.mentioned) await message.react("👋");
    else await message.reply(message.content, false);
  } catch (error) {
    console.error(error);
  }
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    client.options.autoReconnect = false;
    client.events.disconnect();
    process.exit();
  });
}

await client.loginBot(token);
