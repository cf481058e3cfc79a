import type { BookingMoney, MoneyEntry } from '@/api/booking-money';
import { sample } from './sample';

/** Payments of an unpaid booking of 250 with a deposit of 50. */
export const money = sample<BookingMoney>({
  currency: 'USD',
  total: 250,
  charges: 0,
  deposit: 50,
  depositDue: 50,
  depositPaid: 0,
  received: 0,
  refunded: 0,
  state: 'unpaid',
  processing: 0,
  returning: 0,
  balanceDue: 250,
  overpaid: 0,
  disputed: 0,
  lost: 0,
  lostFee: 0,
  lostCost: 0,
  schedule: [
    { due: '2027-03-01', amount: 50, paid: 0 },
    { due: '2027-06-01', amount: 200, paid: 0 },
  ],
  cancelFee: null,
  methods: [
    { kind: 'cash', name: 'Cash' },
    { kind: 'other', name: 'Venmo' },
  ],
  entries: [],
});

/** A deposit of 50 paid by card. */
export const entry = sample<MoneyEntry>({
  id: 1,
  entry: 'payment',
  kind: 'card',
  methodName: null,
  state: 'received',
  amount: 50,
  fee: 0,
  feeReturned: 0,
  providerFee: 0,
  chargeModel: 'direct',
  part: 'deposit',
  dispute: null,
  disputes: [],
  fraudWarning: null,
  reduces: 0,
  refundOf: null,
  refundable: 50,
  canVoid: false,
  card: { kind: 'card', brand: 'visa', last4: '4242' },
  payer: null,
  failure: null,
  receiptUrl: null,
  note: null,
  by: null,
  receivedOn: null,
  at: '2027-03-03T10:00:00-05:00',
});
