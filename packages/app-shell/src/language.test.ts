import { describe, expect, test } from 'vitest'
import { intlTag, isLanguage, languageOf, languages } from './language.ts'

describe('constant.languages', () => {
  test('constant.languages: en and tw, default tw', () => {
    expect(languages.toSorted()).toEqual(['en', 'tw'])
    expect(languageOf('', '', null)).toBe('tw')
    expect(languageOf('', '#/login/start', 'fr')).toBe('tw')
  })

  test('the language comes from storage', () => {
    expect(languageOf('', '#/login/start', 'en')).toBe('en')
  })

  test('lang in the query overrides storage, before or inside the hash', () => {
    expect(languageOf('?lang=en', '#/login/start', 'tw')).toBe('en')
    expect(languageOf('', '#/login/start?lang=tw', 'en')).toBe('tw')
    expect(languageOf('?lang=tw', '#/login/start?lang=en', 'en')).toBe('tw')
  })

  test('an unknown lang is ignored', () => {
    expect(languageOf('?lang=zh', '#/login/start?lang=EN', 'en')).toBe('en')
    expect(isLanguage('zh-TW')).toBe(false)
  })

  test('tw becomes zh-TW for Intl, where it would mean Twi', () => {
    expect(intlTag('tw')).toBe('zh-TW')
    expect(new Intl.Locale(intlTag('tw')).maximize().script).toBe('Hant')
  })
})
