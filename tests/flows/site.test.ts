import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { changeConfig } from '../../apps/server/src/features/site/index.ts'
import { openDb } from './support/open-db.ts'
import { ledgerBreaches } from '../../packages/testkit/src/invariants.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

let api: TestApi
let owner: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await api.stop()
})
afterEach(async () => {
  expect(await ledgerBreaches(api.database)).toEqual([])
})

const config = async (from = api): Promise<Record<string, string>> => {
  const { body } = await from.client().call('/common/config', { type: 'all' })
  return Object.fromEntries(body.data.map((pair: { name: string; value: string }) => [pair.name, pair.value]))
}

describe('common/config', () => {
  test('answers with status, msg and a list of name/value pairs', async () => {
    const reply = await api.client().call('/common/config', { type: 'all' })
    expect(reply.http).toBe(200)
    expect(Object.keys(reply.body).sort()).toEqual(['data', 'msg', 'status'])
    expect([reply.body.status, reply.body.msg]).toEqual([1, ''])
    for (const pair of reply.body.data) expect(Object.keys(pair).sort()).toEqual(['name', 'value'])
  })

  test('has the defaults', async () => {
    expect(await config()).toEqual({
      title: 'Fairlot',
      logo: '',
      image_base: '/api/',
      invitation_code: 'FAIRLOT',
      agreement_version: '2026-01-01',
      number_million_suffix: 'juta',
      menu: 'home,trade,market,follow,mine,news,funds',
      market_mode: 'practice',
      operator_complaint_address: '',
      operator_legal_name: '',
      operator_licence: '',
      operator_register_url: '',
      support_contact: '',
      version: manifest.version,
    })
  })

  test('carries the operator record the server was started with', async () => {
    const licensed = await startTestApi({
      environment: {
        OPERATOR_LEGAL_NAME: 'Fair Securities',
        OPERATOR_LICENCE: '0000',
        OPERATOR_REGISTER_URL: 'https://register.example/0000',
        OPERATOR_COMPLAINT_ADDRESS: 'complaints@fair.example',
      },
    })
    expect(await config(licensed)).toMatchObject({
      operator_legal_name: 'Fair Securities',
      operator_licence: '0000',
      operator_register_url: 'https://register.example/0000',
      operator_complaint_address: 'complaints@fair.example',
    })
    await licensed.stop()
  })

  test('a stored row cannot claim that the money is real', async () => {
    await owner.query(`INSERT INTO app.site_config (name, value) VALUES ('market_mode', 'live')`)
    expect((await config())['market_mode']).toBe('practice')
    await owner.query(`DELETE FROM app.site_config WHERE name = 'market_mode'`)
  })

  test.each([{}, { type: 'some' }, { type: ['all'] }])(
    'a wrong type (%j) is refused with input.invalid',
    async (body) => {
      const reply = await api.client().call('/common/config', body)
      expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'input.invalid', 'type'])
    },
  )

  test('a change shows at once with its history and audit row', async () => {
    const change = {
      name: 'title',
      value: '公平籤',
      actor: 'operator:op-1' as const,
      requestId: 'request-0001',
    }
    const worker = openDb({ url: api.database.workerUrl, poolSize: 1, applicationName: 'test-site' })
    expect(await worker.transaction((tx) => changeConfig(tx, change))).toBe(true)
    expect((await config())['title']).toBe('公平籤')
    expect(await worker.transaction((tx) => changeConfig(tx, change))).toBe(false)
    await worker.close()
    const { rows } = await owner.query(
      'SELECT name, old_value, new_value, changed_by FROM app.site_config_history',
    )
    expect(rows).toEqual([
      { name: 'title', old_value: 'Fairlot', new_value: '公平籤', changed_by: 'operator:op-1' },
    ])
    const audit = await owner.query(
      `SELECT actor, request_id, details FROM audit.entries WHERE action = 'site.config-changed'`,
    )
    expect(audit.rows).toEqual([
      { actor: 'operator:op-1', request_id: 'request-0001', details: { old: 'Fairlot', new: '公平籤' } },
    ])
  })

  test('site, rules, history and agreements cannot be written by the api', async () => {
    for (const sql of [
      `UPDATE app.site_config_history SET new_value = 'x'`,
      'DELETE FROM app.site_config_history',
      `UPDATE app.agreement_clauses SET text = 'x'`,
      'DELETE FROM app.agreements',
      'DELETE FROM app.site_config',
      `UPDATE app.site_config SET value = 'x'`,
      `INSERT INTO app.rule_values (rule, value) VALUES ('fee.brokerage', 0)`,
    ]) {
      await expect(api.asApi.query(sql), sql).rejects.toThrow('permission denied')
    }
  })
})

describe('agreement', () => {
  test.each(['tw', 'en'] as const)('in %s has 8 to 12 clauses with a plain summary each', async (lang) => {
    const { body } = await api.client().call('/site/agreement', { lang })
    expect(body.data).toMatchObject({ version: '2026-01-01', effectiveOn: '2026-01-01' })
    for (const part of [body.data.agreement, body.data.privacy]) {
      expect(part.length).toBeGreaterThanOrEqual(8)
      expect(part.length).toBeLessThanOrEqual(12)
      for (const clause of part) {
        for (const text of [clause.title, clause.text, clause.plain]) expect(text.trim()).not.toBe('')
        expect(/[\u4e00-\u9fff]/.test(clause.text)).toBe(lang === 'tw')
      }
    }
  })

  test('both languages have the same number of clauses', async () => {
    const [tw, en] = await Promise.all(
      ['tw', 'en'].map(async (lang) => (await api.client().call('/site/agreement', { lang })).body.data),
    )
    expect(tw.agreement.length).toBe(en.agreement.length)
    expect(tw.privacy.length).toBe(en.privacy.length)
  })

  test('a new version takes effect on its day in Taipei', async () => {
    let now = new Date('2030-05-31T15:59:59.000Z')
    const later = await startTestApi({ clock: { now: () => now } })
    const asOwner = new pg.Client({ connectionString: later.database.ownerUrl })
    await asOwner.connect()
    await asOwner.query(`INSERT INTO app.agreements VALUES ('2030-06', '2030-06-01')`)
    await asOwner.end()
    expect((await config(later))['agreement_version']).toBe('2026-01-01')
    now = new Date('2030-05-31T16:00:00.000Z')
    expect((await config(later))['agreement_version']).toBe('2030-06')
    await later.stop()
  })

  test.each([{}, { lang: 'de' }, { lang: 'tw', more: 1 }])(
    'the body %j is refused with input.invalid',
    async (body) => {
      expect((await api.client().call('/site/agreement', body)).body.msg).toBe('input.invalid')
    },
  )
})

describe('browser policy reports', () => {
  const count = async (directive: string): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${api.api.metricsPort}/metrics`)).text()
    return Number(
      new RegExp(`csp_reports_total\\{directive="${directive}",role="api"\\} (\\d+)`).exec(text)?.[1] ?? 0,
    )
  }
  const send = (type: string, body: unknown) =>
    api.client().call('/site/cspReport', body, {
      headers: { 'content-type': type, origin: undefined, 'sec-fetch-site': 'none' },
    })

  test('both report formats are counted, and the URL path is not logged', async () => {
    const before = await count('script-src-elem')
    const old = await send('application/csp-report', {
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://evil.example/path?token=tk1_x',
      },
    })
    expect([old.http, old.body]).toEqual([200, { status: 1, msg: '', data: null }])
    await send('application/reports+json', [
      { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', blockedURL: 'inline' } },
    ])
    expect((await count('script-src-elem')) - before).toBe(2)
    const all = api.logLines.join()
    expect(all).toContain('https://evil.example')
    expect(all).not.toMatch(/path\?token/)
  })

  test.each([
    {},
    [],
    null,
    'text',
    { 'csp-report': 5 },
    { 'csp-report': { 'effective-directive': 'made-up{x="1"}' } },
  ])('a malformed report (%j) is accepted and not counted', async (body) => {
    expect((await send('application/csp-report', body)).http).toBe(200)
    expect(await count('made-up')).toBe(0)
  })
})

describe('the description of the API', () => {
  test('is OpenAPI 3.1 with every route and no broken reference', async () => {
    const response = await fetch(`${api.base}/api/docs/openapi.json`)
    const document = await response.json()
    expect(document.openapi).toBe('3.1.0')
    const { memberRoutes } = await import('../../packages/contract/src/routes.ts')
    const paths = Object.values(memberRoutes).flatMap((table) =>
      Object.values(table).map(({ path }) => `/api/vue${path}`),
    )
    expect(Object.keys(document.paths).sort()).toEqual(paths.sort())
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      expect(Object.keys(document.components?.schemas ?? {})).toContain(name)
    }
    const register = document.paths['/api/vue/auth/registerMember'].post
    expect(register.description).toContain('account.exists')
    expect(JSON.stringify(register.parameters)).toContain('idempotency-key')
    expect(document.paths['/api/vue/user/Optionallist'].post.security).toEqual([
      { token: [], account: [], xsrf: [], bind: [] },
    ])
  })

  test('can be read as a page without any script', async () => {
    const page = await (await fetch(`${api.base}/api/docs`)).text()
    expect(page).toContain('/api/vue/user/Optionallist')
    expect(page).not.toMatch(/<script|onclick|style="/i)
  })
})

describe('site/rules', () => {
  interface Rule {
    readonly rule: string
    readonly value: number
    readonly default: number
    readonly history: readonly { readonly value: number; readonly holdsFrom: string }[]
  }
  const rules = async (): Promise<{ version: string; profile: string; rules: readonly Rule[] }> =>
    (await api.client().call('/site/rules', {})).body.data
  const rule = async (id: string): Promise<Rule> => (await rules()).rules.find((row) => row.rule === id)!
  const set = (id: string, value: number, holdsFrom: Date) =>
    owner.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ($1, $2, now() - interval '8 days', $3, 'a test', 'operator:1', 'operator:2')`,
      [id, value, holdsFrom],
    )
  const day = 86_400_000

  test('shows every rule with the values of its profile', async () => {
    const { profile, rules: all } = await rules()
    expect(profile).toBe('practice')
    expect(all.length).toBeGreaterThan(50)
    expect(all.find(({ rule: id }) => id === 'fee.brokerage')).toMatchObject({
      value: 1_425,
      unit: 'ppm',
      min: 0,
    })
    // The practice profile has no waiting time; the real default is shown beside it.
    expect(await rule('dayTrade.accountDays')).toMatchObject({ value: 0, default: 90 })
  })

  test('an announced change is listed early and takes effect on its day', async () => {
    const before = await rules()
    await set('margin.callBusinessDays', 3, new Date(Date.now() + day))
    expect(await rule('margin.callBusinessDays')).toMatchObject({ value: 2, history: [{ value: 3 }] })
    expect((await rules()).version).toBe(before.version)
    await set('margin.callBusinessDays', 4, new Date(Date.now() - day))
    expect(await rule('margin.callBusinessDays')).toMatchObject({
      value: 4,
      history: [{ value: 3 }, { value: 4 }],
    })
    expect((await rules()).version).not.toBe(before.version)
  })

  test('the database refuses a rule set by one person', async () => {
    await expect(
      owner.query(
        `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
         VALUES ('fee.brokerage', 1, now(), now(), 'x', 'operator:1', 'operator:1')`,
      ),
    ).rejects.toThrow('rule_values_set_by_two')
  })
})
