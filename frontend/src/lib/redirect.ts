/** Leads the browser to an address in this tab, as a document of its own. */
export function redirectTo(address: string): void {
  window.open(address, '_self');
}
