const key = "admin-destination";

/** Where somebody was before they left for a provider. Of this tab alone. */
export const destination = {
  remember(): void {
    sessionStorage.setItem(key, location.pathname + location.search);
  },

  take(): string {
    const path = sessionStorage.getItem(key) ?? "";
    sessionStorage.removeItem(key);
    return /^\/admin(\/|$)/.test(path) ? path : "/admin/";
  },
};
