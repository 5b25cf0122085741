// Ermine, or any other server of this protocol: a bot that writes with the names of the authors (masquerade).
import { shorten } from "./discord.mjs";
import { backoff, createCaller, download, Refusal, sleep } from "./http.mjs";

const limits = { textBytes: 2_000, name: 32, files: 5, fileBytes: 20_000_000, embeds: 5 };
const fits = (text) => Buffer.byteLength(text) <= limits.textBytes;
/** Breaks mentions that were typed on Discord as plain text, so that they notify nobody here. */
const withoutMentions = (text) => text.replace(/<(?=[@%]\w{26}>)|@(?=everyone|online)/g, "$&\u200b");

export function createErmine({ token, api }) {
  const credential = { "x-bot-token": token };
  const call = createCaller({ base: api, credential, retryAfter: ({ retry_after = 1_000 }) => retry_after });
  const [users, channels, roles, emojis] = [new Map(), new Map(), new Map(), new Map()];
  let [socket, self, root] = [undefined, "", undefined];

  const files = () => root.features.autumn.url;
  async function userOf(id) {
    if (!users.has(id)) users.set(id, await call("GET", `/users/${id}`).catch(() => undefined));
    return users.get(id);
  }

  /** The text with names instead of ids. */
  async function render(content, linkTo) {
    for (const [, id] of content.matchAll(/<@(\w{26})>/g)) await userOf(id);
    return content
      .replace(/<@(\w{26})>/g, (_, id) => `@${nameOf(users.get(id)) ?? "unknown"}`)
      .replace(/<%(\w{26})>/g, (_, id) => `@${roles.get(id) ?? "unknown-role"}`)
      .replace(/<#(\w{26})>/g, (_, id) => linkTo(id) ?? `#${channels.get(id)?.name ?? "unknown"}`)
      .replace(/:(\w{26}):/g, (whole, id) => (emojis.has(id) ? `:${emojis.get(id)}:` : whole))
      .replace(/!!(.+?)!!/gs, "||$1||");
  }

  async function toMessage(raw, linkTo) {
    const { masquerade, webhook, member } = raw;
    const user = webhook ? undefined : (raw.user ?? (await userOf(raw.author)));
    const avatar = member?.avatar ?? user?.avatar;
    const { server } = channels.get(raw.channel) ?? {};
    const place = server ? `/server/${server}/channel/${raw.channel}` : `/channel/${raw.channel}`;
    return {
      id: raw._id,
      name: masquerade?.name ?? webhook?.name ?? member?.nickname ?? nameOf(user) ?? "unknown",
      avatar: masquerade?.avatar ?? (avatar ? `${files()}/avatars/${avatar._id}` : undefined),
      text: await render(raw.content ?? "", linkTo),
      files: (raw.attachments ?? []).map(({ _id, filename, size }) => ({
        name: filename,
        url: `${files()}/attachments/${_id}/${encodeURIComponent(filename)}`,
        size,
      })),
      embeds: (raw.embeds ?? [])
        .filter(({ type }) => type === "Text")
        .map(({ title, description, url }) => ({ title, description, url })),
      repliesTo: raw.replies?.[0],
      link: `${root.app}${place}/${raw._id}`,
    };
  }
  const isOrdinary = ({ author, system }) => author !== self && !system;

  async function upload({ name }, content) {
    const form = new FormData();
    form.append("file", content, name);
    return (await call("POST", `${files()}/attachments`, { form, headers: credential })).id;
  }

  async function writing({ name, avatar, text, files: given, embeds, link }) {
    const [attachments, links] = [[], []];
    for (const [index, file] of given.entries()) {
      const content = index < limits.files ? await download(file, limits.fileBytes) : undefined;
      const id = content && (await upload(file, content).catch(() => undefined));
      if (id) attachments.push(id);
      else links.push(file.url);
    }
    return {
      content: shorten(withoutMentions([text, ...links].filter(Boolean).join("\n")), link, fits) || undefined,
      masquerade: { name: [...name].slice(0, limits.name).join(""), avatar: avatar?.slice(0, 256) },
      attachments,
      embeds: embeds.slice(0, limits.embeds).map(({ title, description, url, colour }) => ({
        title: title?.slice(0, 100),
        description: description?.slice(0, 2_000),
        url,
        colour: colour === undefined ? undefined : `#${colour.toString(16).padStart(6, "0")}`,
      })),
    };
  }

  function receive(event, listeners) {
    const { onReady, onMessage, onEdit, onDelete } = listeners;
    switch (event.type) {
      case "Bulk":
        for (const part of event.v) receive(part, listeners);
        return;
      case "Ready":
        for (const user of event.users) users.set(user._id, user);
        for (const channel of event.channels) channels.set(channel._id, channel);
        for (const { name, _id } of event.emojis) emojis.set(_id, name);
        for (const server of event.servers)
          for (const [id, { name }] of Object.entries(server.roles ?? {})) roles.set(id, name);
        self = event.users.find(({ relationship }) => relationship === "User")._id;
        onReady(event.channels.map(({ _id }) => _id));
        return;
      case "UserUpdate":
        users.delete(event.id);
        return;
      case "Message":
        if (event.user) users.set(event.author, event.user);
        if (isOrdinary(event)) onMessage(event.channel, event);
        return;
      case "MessageUpdate":
        if (event.data.content !== undefined) onEdit(event.channel, event.id);
        return;
      case "MessageDelete":
        onDelete(event.channel, event.id);
        return;
      case "BulkMessageDelete":
        for (const id of event.ids) onDelete(event.channel, id);
    }
  }

  /** One connection, until it closes. */
  async function listen(listeners) {
    root = await call("GET", "/");
    socket = new WebSocket(`${root.ws}?version=1&format=json`);
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve));
    const send = (packet) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(packet));
    let [pinging, isAlive] = [undefined, true];
    socket.onopen = () => {
      send({ type: "Authenticate", token });
      pinging = setInterval(() => {
        // A connection that does not answer is dead.
        if (!isAlive) return socket.close();
        isAlive = false;
        send({ type: "Ping", data: Date.now() });
      }, 20_000);
    };
    let fatal;
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      if (event.type === "Pong") isAlive = true;
      else if (event.type === "Logout" || event.error === "InvalidSession") {
        fatal = "the token is not valid";
        socket.close();
      } else receive(event, listeners);
    };
    await closed;
    clearInterval(pinging);
    if (fatal) throw Object.assign(new Error(`ermine: ${fatal}`), { isFatal: true });
  }

  /** A message that was sent before its id could be written down. */
  async function findSent(channel, nonce) {
    const recent = await call("GET", `/channels/${channel}/messages?limit=100`);
    return recent.find((message) => message.nonce === nonce)?._id;
  }

  return {
    name: "ermine",
    toMessage,
    async connect(listeners) {
      for (let failures = 0; ; failures++) {
        const startedAt = Date.now();
        await listen(listeners).catch((error) => {
          if (error.isFatal) throw error;
          console.error(error.message);
        });
        if (Date.now() - startedAt > 60_000) failures = 0;
        await sleep(backoff(failures));
      }
    },
    close: () => socket?.close(),
    /** The first id of this moment: a ULID begins with the milliseconds since 1970, in base 32. */
    idNow: () => `${base32(Date.now())}${"0".repeat(16)}`,
    /** The messages after an id, the oldest first. */
    async *after(channel, id) {
      for (let last = id; ; ) {
        const page = await call("GET", `/channels/${channel}/messages?limit=100&sort=Oldest&after=${last}`);
        for (const message of page) {
          last = message._id;
          if (isOrdinary(message)) yield message;
        }
        if (page.length < 100) return;
      }
    },
    find: (channel, id) => call("GET", `/channels/${channel}/messages/${id}`),
    async send(channel, message) {
      const { id, replied } = message;
      const replies = replied ? [{ id: replied.id, mention: false, fail_if_not_exists: false }] : undefined;
      const body = { ...(await writing(message)), nonce: id, replies };
      try {
        const sent = await call("POST", `/channels/${channel}/messages`, {
          body,
          headers: { "idempotency-key": id },
        });
        return sent._id;
      } catch (error) {
        const sentBefore = error instanceof Refusal && error.status === 409;
        if (!sentBefore) throw error;
        return findSent(channel, id);
      }
    },
    async edit(channel, id, message) {
      const { content, embeds } = await writing({ ...message, files: [] });
      await call("PATCH", `/channels/${channel}/messages/${id}`, { body: { content, embeds } });
    },
    remove: (channel, id) => call("DELETE", `/channels/${channel}/messages/${id}`),
  };
}

function nameOf(user) {
  return user?.display_name ?? user?.username;
}

function base32(milliseconds) {
  let [text, rest] = ["", milliseconds];
  for (let digits = 0; digits < 10; digits++, rest = Math.floor(rest / 32))
    text = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[rest % 32] + text;
  return text;
}
