import { describe, expect, test } from 'vitest'
import { isSimulated, logoUrl, siteTitle } from './site.ts'

const site = (pairs: Record<string, string>) => new Map(Object.entries(pairs))

describe('the logo', () => {
  test('uses the image base unless its path is absolute', () => {
    expect(logoUrl(site({ logo: 'uploads/logo.png' }))).toBe('/api/uploads/logo.png')
    expect(logoUrl(site({ logo: '/brand/logo.png' }))).toBe('/brand/logo.png')
  })

  test('falls back to the bundled one when there is none', () => {
    expect(logoUrl(site({}))).toBeNull()
    expect(logoUrl(site({ logo: '  ' }))).toBeNull()
  })
})

test('the title is the site title, else the product name', () => {
  expect(siteTitle(site({ title: ' 好券商 ' }))).toBe('好券商')
  expect(siteTitle(site({ title: '' }))).toBe('Fairlot')
})

test('only a live installation drops the simulated mark', () => {
  expect(isSimulated(site({}))).toBe(true)
  expect(isSimulated(site({ market_mode: 'practice' }))).toBe(true)
  expect(isSimulated(site({ market_mode: 'live' }))).toBe(false)
})
