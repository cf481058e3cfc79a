interface UserOut {
  id: number;
  email: string;
  username: string;
  companyName: string | null;
  phoneNumber: string | null;
  role: string;
  isActive: boolean;
  createdAt: string;
  lastLogin: string | null;
  publicKey: string;
  operatorId: number;
  timeZone: string;
  currency: string;
}
interface LoginIn {
  email: string;
  password: string;
}
interface RegisterIn {
  email: string;
  password: string;
  companyName: string;
  phoneNumber?: string | null;
}
interface ProfileIn {
  username: string;
  email: string;
  companyName: string;
  phoneNumber?: string | null;
}
interface ChangePasswordIn {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
}
interface InventoryIn {
  letter: string;
  size: string;
  quantity: number;
  pricePerDay: number;
  userId?: number;
}
interface InventoryOut {
  id: number;
  letter: string;
  size: string;
  quantity: number;
  pricePerDay: number;
  userId: number;
}
interface VenueIn {
  name: string;
  address: string;
  city: string;
  state: string;
  zipCode: string;
  contactName: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  difficulty: 'easy' | 'moderate' | 'difficult' | 'very_difficult';
  isVerified: boolean;
  surchargeAmount: number;
  notes: string | null;
  loadInInstructions: string | null;
  parkingInstructions: string | null;
  isQuickBook: boolean;
}
interface VenueOut extends VenueIn {
  id: number;
  userId: number;
  createdAt: string;
  updatedAt: string;
}
interface BookingOut {
  id: number;
  message: string;
  size: string;
  status: 'pending' | 'confirmed' | 'completed' | 'canceled';
  customerName: string;
  customerEmail: string;
  venueName: string | null;
  deliveryDate: string;
  pickupDate: string;
  totalPrice: number;
}
type Op<Out, In = never, Path = never> = {
  parameters: { query?: never; header?: never; path?: Path; cookie?: never };
    responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Out } } };
} & ([In] extends [never] ? { requestBody?: never } : { requestBody: { content: { 'application/json': In } } });
type Route = { parameters: { query?: never; header?: never; path?: never; cookie?: never } };
export interface paths {
  '/api/user': Route & { get: Op<UserOut> };
  '/api/login': Route & { post: Op<UserOut, LoginIn> };
  '/api/register': Route & { post: Op<UserOut, RegisterIn> };
  '/api/logout': Route & { post: Op<unknown> };
  '/api/user/{user_id}': Route & { patch: Op<UserOut, ProfileIn, { user_id: number }> };
  '/api/change-password': Route & { post: Op<unknown, ChangePasswordIn> };
  '/api/inventory': Route & { get: Op<InventoryOut[]>; post: Op<InventoryOut, InventoryIn> };
  '/api/inventory/{item_id}': Route & {
    patch: Op<InventoryOut, InventoryIn, { item_id: number }>;
    delete: Op<unknown, never, { item_id: number }>;
  };
  '/api/venues': Route & { get: Op<VenueOut[]>; post: Op<VenueOut, VenueIn> };
  '/api/venues/{venue_id}': Route & {
    patch: Op<VenueOut, VenueIn, { venue_id: number }>;
    delete: Op<unknown, never, { venue_id: number }>;
  };
  '/api/bookings': Route & { get: Op<BookingOut[]> };
}
export interface components {
  schemas: {
    UserOut: UserOut;
    LoginIn: LoginIn;
    RegisterIn: RegisterIn;
    ProfileIn: ProfileIn;
    ChangePasswordIn: ChangePasswordIn;
    InventoryIn: InventoryIn;
    InventoryOut: InventoryOut;
    VenueIn: VenueIn;
    VenueOut: VenueOut;
    BookingOut: BookingOut;
  };
}
