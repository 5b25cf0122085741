import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { top } from "../architecture/source-files.ts";
import { ofThisMachine } from "../support/http/test-certificates.ts";
import { findDebianProgram } from "../support/install/debian-program.ts";

export const nginx = findDebianProgram("nginx");
export const caddy = findDebianProgram("caddy");

const firstHour = readFileSync(join(top, "docs/operating/first-hour.md"), "utf8");
const blockIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(firstHour)?.[1] ?? "";

/** The configurations in first-hour.md. */
export const documentedNginx = blockIn("nginx");
export const documentedCaddy = blockIn("text");

interface Ports {
  /** Where the proxy listens. */
  readonly port: number;
  readonly serverPort: number;
}

/** Starts a proxy with its files in this folder, and waits until it listens. */
async function start(folder: string, command: string[], port: number): Promise<AsyncDisposable> {
  const env = { PATH: process.env.PATH, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = Bun.spawn(command, { env, stdio: ["ignore", "ignore", "pipe"] });
  const output = new Response(child.stderr).text();
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: "127.0.0.1" }, () => resolve(socket.destroy() !== undefined));
      socket.on("error", () => resolve(false));
    });
  while (!(await isListening())) {
    if (child.exitCode !== null) throw new Error(`${command[0]} ended: ${await output}`);
    await Bun.sleep(50);
  }
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

const newFolder = () => mkdtempSync(join(tmpdir(), "ermine-proxy-"));

/** Starts nginx with a documented configuration, with the addresses and files of this machine. */
export function startNginx(example: string, { port, serverPort }: Ports): Promise<AsyncDisposable> {
  const prefix = newFolder();
  writeFileSync(join(prefix, "cert.pem"), ofThisMachine.cert);
  writeFileSync(join(prefix, "key.pem"), ofThisMachine.key);
  const own = example
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${prefix}/cert.pem;`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${prefix}/key.pem;`)
    .replaceAll(/10\.0\.0\.\d+:8081|127\.0\.0\.1:8080/g, `127.0.0.1:${serverPort}`);
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${prefix}/${kind};`,
  );
  // Its workers store bodies in this folder, and would not run as root.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const around = `${user} daemon off; pid ${prefix}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${folders.join(" ")}`;
  writeFileSync(join(prefix, "nginx.conf"), `${around}\n${own}}\n`);
  const command = [nginx ?? "", "-p", prefix, "-c", join(prefix, "nginx.conf"), "-e", "stderr"];
  return start(prefix, command, port);
}

/** Starts Caddy with a documented configuration, without TLS. */
export function startCaddy(example: string, { port, serverPort }: Ports): Promise<AsyncDisposable> {
  const folder = newFolder();
  const file = join(folder, "Caddyfile");
  const own = example
    .replace(/^(chat\.example\.org|:8080) \{/m, `http://127.0.0.1:${port} {`)
    .replace(/(\S+:80\d\d ?)+(?=\{|\n)/, `127.0.0.1:${serverPort} `)
    .replace("lb_try_duration 5s", "lb_try_duration 0s");
  writeFileSync(file, `{\n\tadmin off\n}\n${own}`);
  return start(folder, [caddy ?? "", "run", "--adapter", "caddyfile", "--config", file], port);
}
