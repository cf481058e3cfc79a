/** What an operator offers: the choices of the form. */

/** A choice of the price list; `price` is in currency units, per letter or per day. */
export interface PricedChoice {
  readonly code: string;
  readonly label: string;
  readonly price: number;
}

/** Everything a public form needs to know of its operator. */
export interface Offer {
  readonly companyName: string | null;
  readonly currency: string;
  /** Today in the operator's time zone, an ISO day. */
  readonly today: string;
  /** The furthest delivery that can be booked, an ISO day. */
  readonly lastDay: string;
  readonly maxRentalDays: number;
  readonly approvalRequired: boolean;
  /** Prices per letter and day, or per event where the operator charges so. */
  readonly sizes: readonly PricedChoice[];
  readonly colors: readonly PricedChoice[];
  readonly addOns: readonly PricedChoice[];
}

/** A venue as visitors may see it. */
export interface VenueChoice {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
}
