import { freePorts } from "../../support/processes/free-ports.ts";
import { until } from "../../support/until.ts";
import type { Display } from "./display.ts";

/** The page in the window of a program with WebKitGTK, by the driver that comes with it. */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  /** Starts the program. */
  static async start(display: Display, program: string): Promise<WebDriver> {
    const [port = 0] = freePorts(1);
    display.env.TAURI_WEBVIEW_AUTOMATION = "true";
    display.start(["WebKitWebDriver", `--port=${port}`]);
    const url = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const options = { "webkitgtk:browserOptions": { binary: program, args: [] } };
    const { sessionId } = await call(`${url}/session`, { capabilities: { alwaysMatch: options } });
    return new WebDriver(`${url}/session/${sessionId}`);
  }

  /** The value of an expression in the page, which may use `values`. What it promises is awaited. */
  async evaluate(expression: string, ...values: readonly unknown[]): Promise<unknown> {
    const script = `
      const done = arguments[arguments.length - 1];
      const values = arguments[0];
      (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await call(`${this.#session}/execute/async`, { script, args: [values] });
    if (error !== undefined) throw new Error(error);
    return value;
  }

  url(): Promise<string> {
    return call(`${this.#session}/url`);
  }

  async text(): Promise<string> {
    return String(await this.evaluate("document.body.textContent").catch(() => ""));
  }

  /** Clicks on a button as a user does, which scripts cannot. */
  async click(text: string): Promise<void> {
    const place = { using: "xpath", value: `//button[normalize-space()="${text}"]` };
    const [element] = Object.values(await call(`${this.#session}/element`, place));
    await call(`${this.#session}/element/${element}/click`, {});
  }

  async close(): Promise<void> {
    await fetch(this.#session, { method: "DELETE" });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: every command of WebDriver answers something else
async function call(url: string, body?: object): Promise<any> {
  const response = await fetch(url, body && { method: "POST", body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { message?: string } };
  if (!response.ok) throw new Error(value.message);
  return value;
}
