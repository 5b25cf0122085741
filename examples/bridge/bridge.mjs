// Mirrors channels of a Discord server and of an Ermine server in both directions, for Node 22 or Bun:
//   DISCORD_TOKEN=… BOT_TOKEN=… node bridge.mjs bridge.json
// README.md next to this file says how to set it up.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createDiscord } from "./discord.mjs";
import { createErmine } from "./ermine.mjs";
import { Refusal } from "./http.mjs";
import { Mirrored, otherSide } from "./mirrored.mjs";

const configFile = process.argv[2] ?? "bridge.json";
const config = JSON.parse(readFileSync(configFile, "utf8"));
const { DISCORD_TOKEN = "", BOT_TOKEN = "", DISCORD_API } = process.env;
const mirrored = new Mirrored(resolve(dirname(configFile), config.state ?? "mirrored.jsonl"));
const webhooks = new Map(config.channels.map(({ discord, webhook }) => [discord, webhook]));
const sides = {
  discord: createDiscord({ token: DISCORD_TOKEN, webhooks, api: DISCORD_API }),
  ermine: createErmine({ token: BOT_TOKEN, api: config.api }),
};

/** Two channels that mirror each other. What happens in them is handled one after another, in its order. */
class Pair {
  #last = Promise.resolve();

  constructor(channels) {
    this.channels = channels;
    this.name = `${channels.discord}-${channels.ermine}`;
  }

  enqueue(job) {
    this.#last = this.#last.then(job).catch((error) => console.error(error.message));
  }

  /** Mirrors what was written while this side was not connected. The first time it begins with the present. */
  async catchUp(side) {
    const channel = this.channels[side];
    const position = mirrored.position(this.name, side);
    if (position !== undefined) {
      for await (const raw of sides[side].after(channel, position)) await this.mirror(side, raw);
      return;
    }
    const original = sides[side].idNow();
    mirrored.add({ pair: this.name, from: side, original, copy: null, isBeginning: true });
  }

  async mirror(side, raw) {
    const original = raw._id ?? raw.id;
    if (mirrored.get(side, original)) return;
    const target = sides[otherSide(side)];
    const copy = await target.send(this.channels[target.name], await this.#read(side, raw)).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      console.error(`${side} ${original} was not mirrored: ${error.message}`);
    });
    mirrored.add({ pair: this.name, from: side, original, copy: copy ?? null });
  }

  async edit(side, id) {
    const line = mirrored.get(side, id);
    if (line?.from !== side || !line.copy) return;
    const raw = await sides[side].find(this.channels[side], id);
    const target = sides[otherSide(side)];
    await target.edit(this.channels[target.name], line.copy, await this.#read(side, raw));
  }

  /** Whoever deletes one of the two deletes both. */
  async remove(side, id) {
    const line = mirrored.get(side, id);
    if (!line) return;
    mirrored.forget(line);
    const target = otherSide(side);
    const isOriginal = line.from === target;
    const other = isOriginal ? line.original : line.copy;
    if (other) await sides[target].remove(this.channels[target], other, isOriginal);
  }

  /** A message as the other side sends it. */
  async #read(side, raw) {
    const target = sides[otherSide(side)];
    const linkTo = (id) => {
      const pair = pairs.find(({ channels }) => channels[side] === id);
      return pair && `<#${pair.channels[target.name]}>`;
    };
    const message = await sides[side].toMessage(raw, linkTo);
    const line = message.repliesTo && mirrored.get(side, message.repliesTo);
    const id = line && (line.from === side ? line.copy : line.original);
    if (!id) return message;
    const repliedTo = await sides[side].find(this.channels[side], message.repliesTo).catch(() => undefined);
    const name = repliedTo ? (await sides[side].toMessage(repliedTo, linkTo)).name : "";
    return { ...message, replied: { id, name } };
  }
}

const pairs = config.channels.map(({ discord, ermine }) => new Pair({ discord, ermine }));

function listen(side) {
  const inPair = (channel, run) => {
    const pair = pairs.find(({ channels }) => channels[side] === channel);
    pair?.enqueue(() => run(pair));
  };
  return sides[side].connect({
    onReady(channels) {
      for (const channel of channels) inPair(channel, (pair) => pair.catchUp(side));
      console.log(`${side}: ready`);
    },
    onMessage: (channel, raw) => inPair(channel, (pair) => pair.mirror(side, raw)),
    onEdit: (channel, id) => inPair(channel, (pair) => pair.edit(side, id)),
    onDelete: (channel, id) => inPair(channel, (pair) => pair.remove(side, id)),
  });
}

function stop(code = 0) {
  for (const side of Object.values(sides)) side.close();
  process.exit(code);
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop());
await Promise.race([listen("discord"), listen("ermine")]).catch(({ message }) => {
  console.error(message);
  stop(1);
});
