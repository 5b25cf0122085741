// Runs in every page of the window before the page's own scripts, and gives pages of servers what browsers lack. What
// they may call is decided in bridge.rs, not here.
(() => {
  const isStartPage = location.protocol === "tauri:" || location.hostname === "tauri.localhost";
  if (isStartPage || window !== window.top) return;
  const call = (command, values) => window.__TAURI_INTERNALS__.invoke(command, values);
  const define = (target, name, value) => Object.defineProperty(target, name, { value, configurable: true });

  define(navigator, "setAppBadge", (count = 1) => call("set_badge", { count }));
  define(navigator, "clearAppBadge", () => call("set_badge", { count: 0 }));
  define(
    window,
    "ermineDesktop",
    Object.freeze({
      /** Whether the key is listened to in every program; `null` ends it. "ermine-hold-key" tells when it is held. */
      holdKey: (code) => call("hold_key", { code }),
      /** "ermine-open" tells the path when somebody clicks on it. */
      notify: ({ title, body, path }) => call("notify", { title, body, path }),
    }),
  );
})();
