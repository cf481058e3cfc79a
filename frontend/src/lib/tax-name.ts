/** Countries whose tax is added to the price and called sales tax, besides those with GST. */
const WITH_SALES_TAX = ['US', 'CA', 'PR', 'GU', 'VI', 'AS', 'MP'];
const WITH_GST = ['AU', 'NZ', 'IN', 'SG'];

/** Title of the tax on rentals in the business's country: "Sales Tax", "VAT", "GST". */
export function taxName({ country }: { country: string | null }): string {
  if (country === null || WITH_SALES_TAX.includes(country)) return 'Sales Tax';
  return WITH_GST.includes(country) ? 'GST' : 'VAT';
}

/** The same at the start of a sentence: "Sales tax", "VAT". */
export const taxFirst = (user: { country: string | null }): string =>
  taxName(user).replace('Sales Tax', 'Sales tax');

/** The same within a sentence: "sales tax", "VAT". */
export const taxInText = (user: { country: string | null }): string =>
  taxName(user).replace('Sales Tax', 'sales tax');
