import { describe, expect, it } from 'vitest';
import { venue } from '@/testing/server';
import { siteFacts, venueFacts } from './site-facts';

describe('access notes of a venue', () => {
  it('have labels and a fixed order, without empty ones', () => {
    expect(siteFacts({ notes: 'Ask for the key', parking: '', loadIn: 'Dock B' })).toEqual([
      ['Load-in', 'Dock B', 'loadIn'],
      ['Venue notes', 'Ask for the key', 'notes'],
    ]);
    expect(siteFacts({ loadIn: null })).toEqual([]);
  });

  it('include the instructions of the venue', () => {
    const facts = venueFacts(venue({ loadInInstructions: 'Dock B', parkingInstructions: 'Bay 2' }));
    expect(facts).toEqual([
      ['Load-in', 'Dock B', 'loadIn'],
      ['Parking', 'Bay 2', 'parking'],
    ]);
  });
});
