import { expect, it } from 'vitest';

import { NO_OFFERS, offerRefusal, oneMore } from './offers';

it('lets one offer at a time, twenty steps apart, three in a game', () => {
  expect(offerRefusal(NO_OFFERS, null, 0)).toBeNull();
  expect(offerRefusal(NO_OFFERS, { by: 'red', agreed: ['red'], deadline: 0 }, 0)).toEqual({
    t: 'offer-open',
  });
  const once = oneMore(NO_OFFERS, 5);
  expect(offerRefusal(once, null, 24)).toEqual({ t: 'offer-limit', d: { from_step: 25 } });
  expect(offerRefusal(once, null, 25)).toBeNull();
  const thrice = oneMore(oneMore(once, 25), 45);
  expect(offerRefusal(thrice, null, 100)).toEqual({ t: 'offer-limit', d: { from_step: null } });
});
