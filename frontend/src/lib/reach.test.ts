import { expect, it } from 'vitest';
import { callHref, mapHref, textHref } from './reach';

it('calls and texts a number however it is written', () => {
  expect(callHref('+1 (718) 555-0100')).toBe('tel:+17185550100');
  expect(textHref('718.555.0100')).toBe('sms:7185550100');
  expect(textHref('718.555.0100', 'Quote & link: https://a.example/q/1')).toBe(
    'sms:7185550100?body=Quote%20%26%20link%3A%20https%3A%2F%2Fa.example%2Fq%2F1',
  );
});

it.each([
  ['512.555.0100 x12', 'tel:5125550100;ext=12'],
  ['512-555-0100x12', 'tel:5125550100;ext=12'],
  ['(512) 555-0100 ext. 4', 'tel:5125550100;ext=4'],
  ['512 555 0100, extension 1234', 'tel:5125550100;ext=1234'],
  ['512-555-0100 #7', 'tel:5125550100;ext=7'],
  ['+1 512 555 0100;ext=7', 'tel:+15125550100;ext=7'],
  ['1-800-FLOWERS', 'tel:18003569377'],
  ['1 (800) FLOWERS', 'tel:18003569377'],
  ['1-800-flowers', 'tel:18003569377'],
  ['1-800-GO-FEDEX', 'tel:18004633339'],
  ['1-800-CONTACTS', 'tel:18002668228'],
  ['512-LIT-SIGN', 'tel:5125487446'],
  ['555-CELL', 'tel:5552355'],
  ['512-555-0100 / 512-555-0101', 'tel:5125550100'],
  ['512-555-0100/512-555-0101', 'tel:5125550100'],
  ['512-555-0100, 512-555-0101', 'tel:5125550100'],
  ['512-555-0100 or 512-555-0101', 'tel:5125550100'],
  ['512-555-0100 512-555-0101', 'tel:5125550100'],
  ['5125550100 5125550101', 'tel:5125550100'],
  ['+1 512 555 0100; +1 512 555 0101', 'tel:+15125550100'],
  ['+1 512 555 0100 +1 512 555 0101', 'tel:+15125550100'],
  ['512-555-0100 (cell)', 'tel:5125550100'],
  ['512-555-0100 cell', 'tel:5125550100'],
  ['Office: 512-555-0100', 'tel:5125550100'],
  ['Office 2: 512-555-0100', 'tel:5125550100'],
  ['+49 (0)30 1234567', 'tel:+49301234567'],
  ['+44 (0) 20 7946 0958', 'tel:+442079460958'],
  ['0049 (0)30 1234567', 'tel:0049301234567'],
  ['(030) 1234567', 'tel:0301234567'],
  ['030/1234567', 'tel:0301234567'],
  ['(0)20 7946 0958', 'tel:02079460958'],
  ['\u202a+1\u00a0512\u2011555\u20110100\u202c', 'tel:+15125550100'],
  ['５１２５５５０１００', 'tel:5125550100'],
])('calls the first number of %s', (phone, href) => {
  expect(callHref(phone)).toBe(href);
});

it.each(['', 'ask Joe', 'n/a', 'none', 'Room 12', '-', '+'])(
  'has no link where there is no number: %s',
  (phone) => {
    expect(callHref(phone)).toBeNull();
    expect(textHref(phone)).toBeNull();
  },
);

it('leaves the extension out of a text', () => {
  expect(textHref('512.555.0100 x12')).toBe('sms:5125550100');
});

it('finds an address on the map, also one of several lines and signs', () => {
  expect(mapHref('Hof & Garten\n1 Straße #2,  Köln')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Hof%20%26%20Garten%201%20Stra%C3%9Fe%20%232%2C%20K%C3%B6ln',
  );
});
