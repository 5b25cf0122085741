/**
 * Runs in every page before the client, and in its service worker, in place of what a browser asks its vendor's push
 * service and its system to do: this browser shows no notifications. `vendorSubscription` is put before it. Tests read
 * `seen`.
 */
(() => {
  const seen = { notifications: [], badges: [], tones: 0 };
  self.seen = seen;
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, silent, data }) =>
    void seen.notifications.push({ title, body, tag, silent, path: data.path });
  if ("WindowClient" in self) {
    // Only a real click may bring a page to the front.
    WindowClient.prototype.focus = async function () {
      return this;
    };
    return;
  }

  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = async () => "granted";
  const key = "vendor-subscription";
  const { endpoint, ...keys } = vendorSubscription;
  const subscription = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => localStorage.removeItem(key),
  };
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(key, JSON.stringify(options));
    return subscription;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(key) ? subscription : null);

  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    seen.tones++;
    return createOscillator.call(this);
  };
  navigator.setAppBadge = async (count) => void seen.badges.push(count);
})();
