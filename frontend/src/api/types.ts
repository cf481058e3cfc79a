import type { components } from './schema';

/** Short names for the wire shapes that screens speak of. The shapes themselves are generated. */
type Schemas = components['schemas'];

export type User = Schemas['UserAnswer'];
export type LoginInput = Schemas['LoginInput'];
export type RegisterInput = Schemas['RegisterInput'];
export type ProfileInput = Schemas['ProfileInput'];
export type PasswordInput = Schemas['PasswordInput'];
/** A letter with its price and cost, for who sees money. */
export type PricedLetter = Schemas['LetterAnswer'];
export type InventoryItem = PricedLetter | Schemas['CrewLetterAnswer'];
export type InventoryInput = Schemas['LetterInput'];
export type ImportInput = Schemas['ImportInput'];
export type ImportRow = Schemas['ImportRow'];
export type ImportAnswer = Schemas['ImportAnswer'];
export type ImportRowAnswer = Schemas['ImportRowAnswer'];
export type SizePrice = Schemas['SizePrice'];
export type Outage = Schemas['OutageAnswer'];
export type OutageInput = Schemas['OutageInput'];
export type LetterCalendar = Schemas['LetterCalendarAnswer'];
export type LetterLine = Schemas['LetterLineAnswer'];
export type MissedLetter = Schemas['MissedAnswer'];
export type BuyNextReport = Schemas['BuyNextAnswer'];
export type FunnelReport = Schemas['FunnelAnswer'];
export type SiteCheckInput = Schemas['SiteCheckInput'];
export type SiteCheckReport = Schemas['SiteCheckAnswer'];
export type BuySet = Schemas['BuySetAnswer'];
export type StockUse = Schemas['StockUseAnswer'];
export type Item = Schemas['ItemAnswer'];
export type ItemInput = Schemas['ItemInput'];
export type Package = Schemas['PackageAnswer'];
export type PackageInput = Schemas['PackageInput'];
/** A venue with its surcharge, for who sees money. */
export type PricedVenue = Schemas['VenueAnswer'];
export type Venue = PricedVenue | Schemas['CrewVenueAnswer'];
export type VenueInput = Schemas['VenueInput'];
/** A booking with its prices, for who sees money. */
export type PricedBooking = Schemas['BookingAnswer'];
/** A booking as a list shows it: without money for who does not see it. */
export type Booking = PricedBooking | Schemas['CrewBookingAnswer'];
export type PricedDetails = Schemas['BookingWithHistory'];
export type BookingDetails = PricedDetails | Schemas['CrewBookingWithHistory'];
export type CalendarBooking = Schemas['CalendarBooking'];
export type BookingChange = Schemas['ChangeAnswer'];
export type BookingInput = Schemas['BookingInput'];
export type BookingPatch = Schemas['BookingPatch'];
export type BulkInput = Schemas['BulkInput'];
export type BulkOutcome = Schemas['OutcomeAnswer'];
export type DuplicateInput = Schemas['DuplicateInput'];
export type BookingStatus = Booking['status'];
export type EstimateInput = Schemas['EstimateInput'];
/** The operator's own estimate; a visitor's has no counts. */
export type OwnEstimate = Schemas['EstimateAnswer'];
export type Shortage = Schemas['ShortageAnswer'];
export type Quote = Schemas['QuoteAnswer'];
export type QuoteDetails = Schemas['QuoteWithStory'];
export type QuoteInput = Schemas['QuoteInput'];
export type QuoteStatus = Quote['status'];
export type QuoteEvent = Schemas['QuoteEventAnswer'];
export type QuoteFit = Schemas['FitAnswer'];
export type QuoteVersion = Schemas['VersionAnswer'];
export type SendInput = Schemas['SendInput'];
/** How far the setup of a business's account at the payment provider is. */
export type AccountStatus = Schemas['AccountStatusAnswer'];
/** What a card form starts with. */
export type PaymentSetup = Schemas['PaymentSetupAnswer'];
/** A plan as it is offered; `price` in cents. */
export type Plan = Schemas['PlanAnswer'];
/** The business's own subscription, and the plan at the price that was agreed. */
export type Subscribed = Schemas['SubscriptionAnswer'];
/** A payment that the business has made; `amount` in cents. */
export type Payment = Schemas['PaymentAnswer'];
export type Notification = Schemas['NotificationAnswer'];

/** What a delivery to a venue costs in addition, in cents; 0 for who does not see money. */
export function surchargeOf(venue: Venue): number {
  return 'surchargeAmount' in venue ? venue.surchargeAmount : 0;
}
