const KEY = 'marqueedesk.register';

/** Lets the sign-in page open with its form for new accounts. Its address stays the one for everybody. */
export function registerFirst(): void {
  try {
    sessionStorage.setItem(KEY, 'yes');
  } catch {
    // A browser that keeps nothing opens the page as usual, and Register is one press away.
  }
}

/** Whether the way here asked for the form for new accounts. Asking ends it. */
export function takeRegisterFirst(): boolean {
  try {
    const wanted = sessionStorage.getItem(KEY) !== null;
    sessionStorage.removeItem(KEY);
    return wanted;
  } catch {
    return false;
  }
}
