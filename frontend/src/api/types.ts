import type { components } from './schema';

/** Short names for the wire shapes that screens speak of. The shapes themselves are generated. */
type Schemas = components['schemas'];

export type User = Schemas['UserOut'];
export type LoginInput = Schemas['LoginIn'];
export type RegisterInput = Schemas['RegisterIn'];
export type ProfileInput = Schemas['ProfileIn'];
export type ChangePasswordInput = Schemas['ChangePasswordIn'];
export type InventoryItem = Schemas['InventoryOut'];
export type InventoryInput = Schemas['InventoryIn'];
export type Venue = Schemas['VenueOut'];
export type VenueInput = Schemas['VenueIn'];
export type Booking = Schemas['BookingOut'];
