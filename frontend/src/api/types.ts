import type { components } from './schema';

/** Short names of the generated API types used by pages. */
type Schemas = components['schemas'];

export type User = Schemas['UserOut'];
export type LoginInput = Schemas['LoginInput'];
export type RegisterInput = Schemas['RegisterInput'];
export type ProfileInput = Schemas['ProfileInput'];
export type PasswordInput = Schemas['PasswordInput'];
/** Letter with price and cost, for users who can see money. */
export type PricedLetter = Schemas['LetterOut'];
export type InventoryItem = PricedLetter | Schemas['CrewLetterOut'];
export type InventoryInput = Schemas['LetterInput'];
export type ImportInput = Schemas['ImportInput'];
export type ImportRow = Schemas['ImportRow'];
export type ImportOut = Schemas['ImportOut'];
export type ImportRowOut = Schemas['ImportRowOut'];
export type SizePrice = Schemas['SizePrice'];
export type Outage = Schemas['OutageOut'];
export type OutageInput = Schemas['OutageInput'];
export type LetterCalendar = Schemas['LetterCalendarOut'];
export type LetterLine = Schemas['LetterLineOut'];
export type MissedLetter = Schemas['MissedOut'];
export type BuyNextReport = Schemas['BuyNextOut'];
export type FunnelReport = Schemas['FunnelOut'];
export type SiteCheckInput = Schemas['SiteCheckInput'];
export type SiteCheckReport = Schemas['SiteCheckOut'];
export type BuySet = Schemas['BuySetOut'];
export type StockUse = Schemas['StockUseOut'];
export type Item = Schemas['ItemOut'];
export type ItemInput = Schemas['ItemInput'];
export type Package = Schemas['PackageOut'];
export type PackageInput = Schemas['PackageInput'];
/** Venue with its surcharge, for users who can see money. */
export type PricedVenue = Schemas['VenueOut'];
export type Venue = PricedVenue | Schemas['CrewVenueOut'];
export type VenueInput = Schemas['VenueInput'];
/** Booking with prices, for users who can see money. */
export type PricedBooking = Schemas['BookingOut'];
/** What a booking is short of, and what can be done. */
export type Risk = Schemas['RiskOut'];
/** Pieces that a booking borrows from another business. */
export type BorrowedPieces = Schemas['BorrowedOut'];
/** A message to send or print. */
export type Draft = Schemas['DraftOut'];
/**
 * Booking, without amounts for users who cannot see money. `risk` is true or false in lists; null in details
 * that get everything.
 */
export type Booking = (PricedBooking | Omit<Schemas['CrewBookingInList'], 'risk'>) & {
  readonly risk?: boolean | Risk | null;
  /** Only in details. */
  readonly borrowed?: BorrowedPieces[];
};
export type PricedDetails = Schemas['BookingWithHistory'];
export type BookingDetails = PricedDetails | Schemas['CrewBookingWithHistory'];
export type CalendarBooking = Schemas['CalendarBooking'];
export type BookingChange = Schemas['ChangeOut'];
export type BookingInput = Schemas['BookingInput'];
export type BookingPatch = Schemas['BookingPatch'];
export type ChangedInWords = Schemas['ChangedInWordsOut'];
export type BulkInput = Schemas['BulkInput'];
export type BulkOutcome = Schemas['OutcomeOut'];
export type DuplicateInput = Schemas['DuplicateInput'];
export type BookingStatus = Booking['status'];
export type LostReason = Schemas['LostReasonOut']['reason'];
export type EstimateInput = Schemas['EstimateInput'];
/** Operator's estimate; a visitor's has no quantities. */
export type OwnEstimate = Schemas['EstimateOut'];
export type Shortage = Schemas['ShortageOut'];
export type Quote = Schemas['QuoteOut'];
export type QuoteDetails = Schemas['QuoteWithStory'];
export type QuoteInput = Schemas['QuoteInput'];
export type QuoteStatus = Quote['status'];
export type QuoteEvent = Schemas['QuoteEventOut'];
export type QuoteFit = Schemas['FitOut'];
export type QuoteVersion = Schemas['VersionOut'];
export type SendInput = Schemas['SendInput'];
/** Setup status of a business's account at the payment provider. */
export type AccountStatus = Schemas['AccountStatusOut'];
/** Offered plan; `price` in cents. */
export type Plan = Schemas['PlanOut'];
/** The business's subscription, with the plan at the agreed price. */
export type Subscribed = Schemas['SubscriptionOut'];
export type PlanChange = Schemas['PlanChangeOut'];
/** Subscription payment; `amount` in cents. */
export type Payment = Schemas['PaymentOut'];
export type Notification = Schemas['NotificationOut'];

/** Delivery surcharge of a venue in cents; 0 for users who cannot see money. */
export function surchargeOf(venue: Venue): number {
  return 'surchargeAmount' in venue ? venue.surchargeAmount : 0;
}
