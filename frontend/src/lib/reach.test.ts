import { expect, it } from 'vitest';
import { callHref, mapHref, textHref } from './reach';

it('calls and texts a number however it is written', () => {
  expect(callHref('+1 (718) 555-0100')).toBe('tel:+17185550100');
  expect(textHref('718.555.0100')).toBe('sms:7185550100');
  expect(textHref('718.555.0100', 'Quote & link: https://a.example/q/1')).toBe(
    'sms:7185550100?body=Quote%20%26%20link%3A%20https%3A%2F%2Fa.example%2Fq%2F1',
  );
});

it('finds an address on the map, also one of several lines and signs', () => {
  expect(mapHref('Hof & Garten\n1 Straße #2,  Köln')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Hof%20%26%20Garten%201%20Stra%C3%9Fe%20%232%2C%20K%C3%B6ln',
  );
});
