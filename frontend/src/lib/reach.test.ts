import { expect, it } from 'vitest';
import { callHref, emailHref, mapHref, newTextHref, routeHrefs, textHref } from './reach';

it('creates call and text links for a number in any format', () => {
  expect(callHref('+1 (718) 555-0100')).toBe('tel:+17185550100');
  expect(textHref('718.555.0100')).toBe('sms:7185550100');
  expect(textHref('718.555.0100', 'Quote & link: https://a.example/q/1')).toBe(
    'sms:7185550100?body=Quote%20%26%20link%3A%20https%3A%2F%2Fa.example%2Fq%2F1',
  );
});

it('links the route through all stops in order, in parts of ten', () => {
  const maps = 'https://www.google.com/maps/dir/?api=1';
  expect(routeHrefs([])).toEqual([]);
  expect(routeHrefs([' 1 Main St ', '1 Main St', '', 'Hof & Garten 2'])).toEqual([
    `${maps}&destination=Hof%20%26%20Garten%202&waypoints=1%20Main%20St`,
  ]);
  const many = Array.from({ length: 12 }, (_, index) => `Stop ${index + 1}`);
  expect(routeHrefs(many)).toEqual([
    `${maps}&destination=Stop%2010&waypoints=${many.slice(0, 9).map(encodeURIComponent).join('%7C')}`,
    `${maps}&destination=Stop%2012&waypoints=Stop%2011`,
  ]);
});

it('starts messages with a text and a recipient, if they are known', () => {
  expect(emailHref('a@example.com')).toBe('mailto:a@example.com');
  expect(emailHref('', { subject: 'Borrowing 1 × E', text: 'Hello,\nplease & thanks' })).toBe(
    'mailto:?subject=Borrowing%201%20%C3%97%20E&body=Hello%2C%0D%0Aplease%20%26%20thanks',
  );
  expect(newTextHref('E & O?')).toBe('sms:?body=E%20%26%20O%3F');
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
  ['+44(0)2079460958', 'tel:+442079460958'],
  ['(+44) (0)20 7946 0958', 'tel:+442079460958'],
  ['44 (0)20 7946 0958', 'tel:442079460958'],
  ['+61 (02) 9374 4000', 'tel:+61293744000'],
  ['+39 (06) 1234 5678', 'tel:+390612345678'],
  ['(512)555-0100ex4', 'tel:5125550100;ext=4'],
  ['512-555-0100 (ext. 4)', 'tel:5125550100;ext=4'],
  ['1-888-MARQUEE ext 5', 'tel:18886277833;ext=5'],
  ['+44 (0)20 7946 0958 ext 12 / +44 (0)20 7946 0001', 'tel:+442079460958;ext=12'],
  ['[512] 555-0100', 'tel:5125550100'],
  ['512*555*0100', 'tel:5125550100'],
  ['512 / 555 0100', 'tel:5125550100'],
  ['030 / 1234567', 'tel:0301234567'],
  ['Apt 12 512-555-0100', 'tel:5125550100'],
  ['12/25 512-555-0100', 'tel:5125550100'],
  ['44 20 7946 0958', 'tel:442079460958'],
  ['(030) 1234567', 'tel:0301234567'],
  ['030/1234567', 'tel:0301234567'],
  ['(0)20 7946 0958', 'tel:02079460958'],
  ['\u202a+1\u00a0512\u2011555\u20110100\u202c', 'tel:+15125550100'],
  ['５１２５５５０１００', 'tel:5125550100'],
])('calls the first number of %s', (phone, href) => {
  expect(callHref(phone)).toBe(href);
});

it.each(['', 'ask Joe', 'n/a', 'none', 'Room 12', '-', '+'])(
  'creates no link without a number: %s',
  (phone) => {
    expect(callHref(phone)).toBeNull();
    expect(textHref(phone)).toBeNull();
  },
);

it('omits the extension from text links', () => {
  expect(textHref('512.555.0100 x12')).toBe('sms:5125550100');
});

it('links multi-line addresses with special characters to a map', () => {
  expect(mapHref('Hof & Garten\n1 Straße #2,  Köln')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Hof%20%26%20Garten%201%20Stra%C3%9Fe%20%232%2C%20K%C3%B6ln',
  );
});
