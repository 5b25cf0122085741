import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "../../support/until.ts";

/** A desktop of its own: a display, a session bus, a window manager, notifications, and a browser that notes addresses. */
export class Display implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "ermine-desktop-"));
  readonly #processes: Bun.Subprocess[] = [];
  env: Record<string, string> = {};

  static async open(): Promise<Display> {
    const display = new Display();
    const { folder } = display;
    const tools = join(folder, "bin");
    mkdirSync(tools);
    writeFileSync(join(tools, "xdg-open"), `#!/bin/sh\necho "$1" >> ${folder}/opened\n`);
    chmodSync(join(tools, "xdg-open"), 0o755);
    display.env = {
      PATH: `${tools}:${process.env.PATH}`,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, ".config"),
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CACHE_HOME: join(folder, "cache"),
      LANG: "C.UTF-8",
      // There is no graphics card.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      NO_AT_BRIDGE: "1",
    };
    const number = join(folder, "display");
    display.start(["sh", "-c", `exec Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3> ${number}`]);
    await until(() => existsSync(number) && readFileSync(number, "utf8").endsWith("\n"));
    display.env.DISPLAY = `:${readFileSync(number, "utf8").trim()}`;
    const address = `unix:path=${join(folder, "bus")}`;
    display.start(["dbus-daemon", "--session", "--nofork", `--address=${address}`]);
    await until(() => existsSync(join(folder, "bus")));
    display.env.DBUS_SESSION_BUS_ADDRESS = address;
    display.start(["openbox"]);
    display.start(["dunst"]);
    await until(() =>
      display.run("gdbus", "wait", "--session", "--timeout=1", "org.freedesktop.Notifications"),
    );
    return display;
  }

  start(command: readonly string[]): Bun.Subprocess {
    const child = Bun.spawn([...command], { env: this.env, stdio: ["ignore", "ignore", "ignore"] });
    this.#processes.push(child);
    return child;
  }

  /** What a command prints, or nothing if it failed. */
  run(...command: string[]): string | undefined {
    const { success, stdout } = Bun.spawnSync(command, { env: this.env });
    return success ? stdout.toString().trim() || "done" : undefined;
  }

  /** The windows, with their titles. */
  titles(): string {
    return this.run("wmctrl", "-l") ?? "";
  }

  /** What the tray shows next to the icon of the program, if it runs. */
  trayLabel(): string | undefined {
    const bus = "org.freedesktop.DBus";
    const names = this.#call(bus, "/org/freedesktop/DBus", `${bus}.ListNames`)?.match(/:1\.\d+/g) ?? [];
    const item = "/org/ayatana/NotificationItem/tray_icon_tray_app_tray";
    const property = ["org.kde.StatusNotifierItem", "XAyatanaLabel"];
    for (const name of names) {
      const answer = this.#call(name, item, `${bus}.Properties.Get`, ...property);
      if (answer) return /'([^']*)'/.exec(answer)?.[1];
    }
    return undefined;
  }

  #call(name: string, object: string, method: string, ...values: readonly string[]): string | undefined {
    const place = ["--dest", name, "--object-path", object, "--method", method];
    return this.run("gdbus", "call", "--session", "--timeout", "2", ...place, ...values);
  }

  /** The addresses that were opened in the browser. */
  opened(): string[] {
    const file = join(this.folder, "opened");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#processes.toReversed()) {
      child.kill();
      await child.exited;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
