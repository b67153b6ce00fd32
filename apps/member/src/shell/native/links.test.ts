import { describe, expect, test } from 'vitest'
import { routes } from '../../routes.tsx'
import { pathOfLink } from './links.ts'
import { isSecretPlace, secretPlaces } from './secret-places.ts'
import { placeOf } from '../route.ts'

const origin = 'https://fairlot.example'
const pathOf = (link: string) => pathOfLink(link, origin, routes)

describe('links that open the app', () => {
  test.each([
    ['https://fairlot.example/#/home/notice', '/home/notice'],
    ['https://fairlot.example/#/market/marketDetail?symbol=1101', '/market/marketDetail?symbol=1101'],
    ['https://fairlot.example/?lang=en#/user/setting?view=security', '/user/setting?view=security'],
  ])('%s opens its page', (link, path) => {
    expect(pathOf(link)).toBe(path)
  })

  test.each([
    'https://evil.example/#/home/notice',
    'https://fairlot.example.evil.example/#/home/notice',
    'https://fairlot.example@evil.example/#/home/notice',
    'https://member@fairlot.example/#/home/notice',
    'https://fairlot.example:8443/#/home/notice',
    'http://fairlot.example/#/home/notice',
    'fairlot://fairlot.example/#/home/notice',
    'javascript:alert(1)//#/home/notice',
    'https://fairlot.example/',
    'https://fairlot.example/#//evil.example/home/notice',
    'https://fairlot.example/#/user/nothing',
    'https://fairlot.example/#/user/setting?view=nothing',
    `https://fairlot.example/#/home/notice?x=${'1'.repeat(1_000)}`,
    'home/notice',
  ])('%s opens nothing', (link) => {
    expect(pathOf(link)).toBeNull()
  })
})

describe('secret pages', () => {
  test('every secret place is a page of the app', () => {
    for (const place of secretPlaces) {
      const { pathname, search } = new URL(place, origin)
      expect(placeOf(routes, { pathname, search }), place).toBeDefined()
      expect(isSecretPlace({ pathname, search }), place).toBe(true)
    }
  })

  test('home, market and settings are not secret', () => {
    for (const pathname of ['/home/index', '/market/market', '/user/setting'])
      expect(isSecretPlace({ pathname, search: '' })).toBe(false)
    expect(isSecretPlace({ pathname: '/user/setting', search: '?view=devices' })).toBe(false)
  })
})
