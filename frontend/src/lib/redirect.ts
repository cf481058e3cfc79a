/** Navigates this tab to an address with a full page load. */
export function redirectTo(address: string): void {
  window.open(address, '_self');
}
