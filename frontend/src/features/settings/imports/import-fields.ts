/** Names of the fields that a column can fill. */
export const fieldNames: Readonly<Record<string, string>> = {
  customerName: 'Customer name',
  firstName: 'First name',
  lastName: 'Last name',
  customerEmail: 'Email',
  customerPhone: 'Phone',
  deliveryDate: 'Delivery date',
  deliveryTime: 'Delivery time',
  pickupDate: 'Pickup date',
  pickupTime: 'Pickup time',
  message: 'Text',
  size: 'Size',
  finish: 'Finish',
  colorOption: 'Color',
  totalPrice: 'Total',
  eventType: 'Event type',
  venueName: 'Venue',
  street: 'Street',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
  operatorNotes: 'Internal notes',
  status: 'Status',
  reference: 'Reference number',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  notes: 'Notes',
  description: 'Description',
  category: 'Category',
  kind: 'Kind',
  quantity: 'Quantity',
  price: 'Price',
  per: 'Charged per',
  public: 'On booking form',
  taxable: 'Taxable',
  replacementPrice: 'Replacement price',
};

/** The mapping after a column got another field. A field fills from one column, so another one loses it. */
export function remapped(
  columns: readonly { name: string; field: string | null }[],
  mapping: Readonly<Record<string, string | null>>,
  name: string,
  field: string | null,
): Record<string, string | null> {
  const before = columns.find((column) => field !== null && column.field === field && column.name !== name);
  return { ...mapping, ...(before ? { [before.name]: null } : {}), [name]: field };
}
