import { connectToasts } from '@fairlot/app-shell/toasts'
import type { ToastContent } from '@fairlot/ui'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { shellTexts } from './texts/index.ts'
import { toastHelper, toastMessage } from './toasts.ts'

const shown: ToastContent[] = []

beforeAll(async () => {
  await shellTexts.load('tw')
})
beforeEach(() => {
  shown.length = 0
  connectToasts((toast) => shown.push(toast))
})

test('constant.server-toast: a server message shows its translated text for 2000 ms', async () => {
  await toastMessage('request.too-frequent', { seconds: 7 })
  expect(shown).toEqual([{ text: '操作過於頻繁，這次未送出。請 7 秒後再試。', tone: 'crit', ms: 2000 }])
})

test('a refusal that names customer service has the way there', async () => {
  await toastMessage('restriction.no-withdrawal')
  const [toast] = shown
  expect(toast?.ms).toBe(undefined)
  expect(toast?.action?.label).toBe(shellTexts.now().toService)
  expect(toast?.text).toContain('客服')
})

test('constant.helper-toast: the helper shows its text for 3000 ms', () => {
  toastHelper('已複製')
  expect(shown).toEqual([{ text: '已複製', ms: 3000 }])
})

test('the helper without a text shows the generic error', () => {
  toastHelper()
  expect(shown).toEqual([{ text: shellTexts.now().generic, ms: 3000 }])
})

test('an unknown code shows the generic text', async () => {
  await toastMessage('no.such-code' as never)
  expect(shown[0]?.text).toBe(shellTexts.now().generic)
})

test('a toast before the app is ready is shown later', () => {
  connectToasts(null)
  toastHelper('早了一點')
  expect(shown).toEqual([])
  connectToasts((toast) => shown.push(toast))
  expect(shown.map(({ text }) => text)).toEqual(['早了一點'])
})
