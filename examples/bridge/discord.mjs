// Discord: a bot that reads, and one webhook for each channel, which writes under the names of the authors.
import { backoff, createCaller, download, sleep } from "./http.mjs";

const intents = (1 << 0) | (1 << 9) | (1 << 15); // Guilds, their messages, and the content of these.
const fatalCodes = [4004, 4010, 4011, 4012, 4013, 4014]; // A wrong token, or intents that are not switched on.
const ordinaryTypes = [0, 19, 20]; // Messages, replies and commands; the others are notices of Discord.
const mebibyte = 2 ** 20;
const limits = { text: 2_000, files: 10, fileBytes: 10 * mebibyte };
const fits = ({ length }) => length <= limits.text;
const cdn = "https://cdn.discordapp.com";

export function createDiscord({ token, webhooks, api = "https://discord.com/api/v10" }) {
  const call = createCaller({
    base: api,
    credential: { authorization: `Bot ${token}` },
    retryAfter: ({ retry_after = 1 }) => retry_after * 1_000,
  });
  const webhookIds = new Set([...webhooks.values()].map((url) => new URL(url).pathname.split("/").at(-2)));
  const [channels, roles] = [new Map(), new Map()];
  let [socket, sessionId, resumeUrl, sequence] = [undefined, undefined, undefined, null];

  /** The text with names instead of ids. */
  function render({ content, mentions = [] }, linkTo) {
    const people = new Map(mentions.map((user) => [user.id, nameOf(user, user.member)]));
    return content
      .replace(/<@!?(\d+)>/g, (_, id) => `@${people.get(id) ?? "unknown"}`)
      .replace(/<@&(\d+)>/g, (_, id) => `@${roles.get(id) ?? "unknown-role"}`)
      .replace(/<#(\d+)>/g, (_, id) => linkTo(id) ?? `#${channels.get(id)?.name ?? "unknown"}`)
      .replace(/<a?(:\w+:)\d+>/g, "$1");
  }

  function toMessage(raw, linkTo) {
    const forwarded = raw.message_snapshots?.[0]?.message;
    const shown = forwarded ?? raw;
    const stickers = (shown.sticker_items ?? []).filter(({ format_type }) => format_type !== 3);
    return {
      id: raw.id,
      name: nameOf(raw.author, raw.member),
      avatar: avatarOf(raw.author),
      text: `${forwarded ? "↪ " : ""}${render(shown, linkTo)}`,
      files: [
        ...(shown.attachments ?? []).map(({ filename, url, size }) => ({ name: filename, url, size })),
        ...stickers.map(({ id, name }) => ({ name: `${name}.png`, url: `${cdn}/stickers/${id}.png` })),
      ],
      embeds: (shown.embeds ?? [])
        .filter(({ type }) => type === "rich")
        .map(({ title, description, url, color }) => ({ title, description, url, colour: color })),
      repliesTo: forwarded ? undefined : raw.message_reference?.message_id,
      link: linkOf(raw.channel_id, raw.id),
    };
  }
  const isOrdinary = ({ type, webhook_id }) => ordinaryTypes.includes(type) && !webhookIds.has(webhook_id);
  const linkOf = (channel, id) =>
    `https://discord.com/channels/${channels.get(channel)?.guild}/${channel}/${id}`;

  /** What the webhook sends: a quotation in the place of a reply, which webhooks cannot send. */
  async function writing(channel, { name, avatar, text, files, embeds, replied, link }) {
    const links = [];
    const form = new FormData();
    for (const [index, file] of files.entries()) {
      const content = index < limits.files ? await download(file, limits.fileBytes) : undefined;
      if (content) form.append(`files[${index}]`, content, file.name);
      else links.push(file.url);
    }
    const quotation = replied && `> [↩ ${replied.name}](<${linkOf(channel, replied.id)}>)`;
    const payload = {
      content: shorten([quotation, text, ...links].filter(Boolean).join("\n"), link, fits),
      // Discord refuses names that contain its own.
      username: name.replace(/discord|clyde/gi, (word) => `${word[0]}\u200b${word.slice(1)}`).slice(0, 80),
      avatar_url: avatar,
      embeds: embeds.map(({ colour: color, ...embed }) => ({ ...embed, color })),
      allowed_mentions: { parse: [] },
    };
    form.append("payload_json", JSON.stringify(payload));
    return form;
  }

  function receive({ t, d }, { onReady, onMessage, onEdit, onDelete }) {
    if (t === "GUILD_CREATE") {
      for (const { id, name } of d.channels) channels.set(id, { name, guild: d.id });
      for (const { id, name } of d.roles) roles.set(id, name);
      onReady(d.channels.map(({ id }) => id));
    }
    if (t === "RESUMED") console.log("discord: resumed");
    if (t === "MESSAGE_CREATE" && isOrdinary(d)) onMessage(d.channel_id, d);
    // Discord announces previews of links as changes too; those have no time of an edit.
    if (t === "MESSAGE_UPDATE" && d.edited_timestamp && !webhookIds.has(d.webhook_id))
      onEdit(d.channel_id, d.id);
    if (t === "MESSAGE_DELETE") onDelete(d.channel_id, d.id);
    if (t === "MESSAGE_DELETE_BULK") for (const id of d.ids) onDelete(d.channel_id, id);
  }

  /** One connection, until it closes. */
  async function listen(listeners) {
    const gateway = resumeUrl ?? (await call("GET", "/gateway/bot")).url;
    socket = new WebSocket(`${gateway}/?v=10&encoding=json`);
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    const send = (op, d) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify({ op, d }));
    const properties = { os: process.platform, browser: "bridge", device: "bridge" };
    let [beating, isAlive] = [undefined, true];
    const beat = () => {
      // A connection that does not answer is dead.
      if (!isAlive) return socket.close(4_000);
      isAlive = false;
      send(1, sequence);
    };
    socket.onmessage = ({ data }) => {
      const packet = JSON.parse(data);
      if (packet.s) sequence = packet.s;
      if (packet.op === 10) {
        beating = setInterval(beat, packet.d.heartbeat_interval);
        if (sessionId) send(6, { token, session_id: sessionId, seq: sequence });
        else send(2, { token, intents, properties });
      }
      if (packet.op === 11) isAlive = true;
      if (packet.op === 1) send(1, sequence);
      if (packet.op === 7) socket.close(4_000);
      if (packet.op === 9) {
        if (!packet.d) sessionId = resumeUrl = undefined;
        socket.close(4_000);
      }
      if (packet.t === "READY") ({ session_id: sessionId, resume_gateway_url: resumeUrl } = packet.d);
      receive(packet, listeners);
    };
    const { code, reason } = await closed;
    clearInterval(beating);
    if (fatalCodes.includes(code))
      throw Object.assign(new Error(`discord: ${reason || code}`), { isFatal: true });
  }

  return {
    name: "discord",
    toMessage,
    async connect(listeners) {
      for (let failures = 0; ; failures++) {
        const startedAt = Date.now();
        try {
          await listen(listeners);
        } catch (error) {
          if (error.isFatal || error.status === 401) throw error;
          console.error(error.message);
          resumeUrl = undefined;
        }
        if (Date.now() - startedAt > 60_000) failures = 0;
        await sleep(backoff(failures));
      }
    },
    close: () => socket?.close(1_000),
    /** The first id of this moment: milliseconds since 2015, and 22 bits. */
    idNow: () => String(BigInt(Date.now() - Date.UTC(2015)) << 22n),
    /** The messages after an id, the oldest first. */
    async *after(channel, id) {
      for (let last = id; ; ) {
        const page = await call("GET", `/channels/${channel}/messages?limit=100&after=${last}`);
        page.reverse();
        for (const message of page) {
          last = message.id;
          if (isOrdinary(message)) yield message;
        }
        if (page.length < 100) return;
      }
    },
    find: (channel, id) => call("GET", `/channels/${channel}/messages/${id}`),
    async send(channel, message) {
      const form = await writing(channel, message);
      return (await call("POST", `${webhooks.get(channel)}?wait=true`, { form, what: "webhook" })).id;
    },
    async edit(channel, id, message) {
      const form = await writing(channel, { ...message, files: [] });
      await call("PATCH", `${webhooks.get(channel)}/messages/${id}`, { form, what: "webhook" });
    },
    async remove(channel, id, isOriginal) {
      if (isOriginal) await call("DELETE", `/channels/${channel}/messages/${id}`);
      else await call("DELETE", `${webhooks.get(channel)}/messages/${id}`, { what: "webhook" });
    },
  };
}

function nameOf(user, member) {
  return member?.nick ?? user.global_name ?? user.username;
}

function avatarOf({ id, avatar }) {
  if (avatar) return `${cdn}/avatars/${id}/${avatar}.png?size=128`;
  return `${cdn}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`;
}

/** A text that fits; one that is too long ends with a link to the whole. */
export function shorten(text, link, fits) {
  if (fits(text)) return text;
  for (let length = 2_000; ; length = Math.floor(length * 0.9)) {
    const shortened = `${text.slice(0, length).toWellFormed()}… ${link}`;
    if (fits(shortened)) return shortened;
  }
}
