import * as z from 'zod/mini'
import { none, text } from '../fields.ts'
import { defineRoute } from '../route.ts'

const symbol = text(16)

export const favouritesRoutes = {
  /** Documented by the specification: path, `type` and the list of entries with symbol must stay as they are. */
  list: defineRoute({
    path: '/user/Optionallist',
    feature: 'favourites',
    summary: 'Symbols in my watch list, in my order',
    capability: 'read-own',
    pace: 'read',
    body: z.object({ type: z.literal('twd') }),
    data: z.array(z.object({ symbol })),
    refusals: [],
  }),
  add: defineRoute({
    path: '/favourites/addFavourite',
    feature: 'favourites',
    summary: 'Put a symbol into my watch list',
    capability: 'edit-own',
    pace: 'write',
    body: z.strictObject({ symbol }),
    data: none,
    refusals: ['input.symbol', 'favourites.full', 'favourites.exists'],
  }),
  remove: defineRoute({
    path: '/favourites/removeFavourite',
    feature: 'favourites',
    summary: 'Take a symbol out of my watch list',
    capability: 'edit-own',
    pace: 'write',
    body: z.strictObject({ symbol }),
    data: none,
    refusals: ['input.symbol', 'request.not-found'],
  }),
}
