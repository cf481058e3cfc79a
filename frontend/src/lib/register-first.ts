const KEY = 'marqueedesk.register';

/** Opens the sign-in page on its registration form, without changing its URL. */
export function registerFirst(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // Without storage, the page opens on Login and Register is one click away.
  }
}

/** Returns true if the registration form was requested, and clears the flag. */
export function takeRegisterFirst(): boolean {
  try {
    const requested = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return requested;
  } catch {
    return false;
  }
}
