import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
})
afterAll(() => api.stop())

interface Lists {
  symbols: string[]
  groups: { id: string; name: string; symbols: string[] }[]
  max: number
  maxGroups: number
}

const lists = async (member: TestMember): Promise<Lists> =>
  (await member.client.call('/favourites/listGroups')).body.data

async function memberWith(...symbols: string[]): Promise<TestMember> {
  const member = await api.member()
  for (const symbol of symbols) await member.client.call('/favourites/addFavourite', { symbol })
  return member
}

async function groupOf(member: TestMember, name: string, symbols: readonly string[] = []): Promise<string> {
  const { body } = await member.client.call('/favourites/addGroup', { name })
  await member.client.call('/favourites/arrangeFavourites', { group: body.data.id, symbols })
  return body.data.id
}

test('a group is created, ordered, renamed and removed', async () => {
  const member = await memberWith('2330', '2317', '2454')
  const group = await groupOf(member, '  半導體 ', ['2454', '2330'])
  expect(await lists(member)).toEqual({
    symbols: ['2330', '2317', '2454'],
    groups: [{ id: group, name: '半導體', symbols: ['2454', '2330'] }],
    max: 200,
    maxGroups: 10,
  })
  const renamed = await member.client.call('/favourites/renameGroup', { group, name: 'Chips' })
  expect(renamed.body).toEqual({ status: 1, msg: '', data: null })
  expect((await lists(member)).groups[0]!.name).toBe('Chips')
  await member.client.call('/favourites/removeGroup', { group })
  expect(await lists(member)).toMatchObject({ symbols: ['2330', '2317', '2454'], groups: [] })
})

test('arranging the list reorders it and drops omitted stocks', async () => {
  const member = await memberWith('2330', '2317', '2454', '0050')
  await groupOf(member, 'a', ['2330', '0050'])
  const symbols = ['0050', '2454', '2317']
  expect((await member.client.call('/favourites/arrangeFavourites', { symbols })).http).toBe(200)
  const after = await lists(member)
  expect(after.symbols).toEqual(symbols)
  expect(after.groups.map((group) => group.symbols)).toEqual([['0050']])
  expect((await member.client.call('/user/Optionallist', { type: 'twd' })).body.data).toEqual(
    symbols.map((symbol) => ({ symbol })),
  )
})

test('removing a stock from the list takes it out of every group', async () => {
  const member = await memberWith('2330', '2317')
  await groupOf(member, 'a', ['2330', '2317'])
  await groupOf(member, 'b', ['2330'])
  await member.client.call('/favourites/removeFavourite', { symbol: '2330' })
  expect((await lists(member)).groups.map((group) => group.symbols)).toEqual([['2317'], []])
})

test.each([
  [{ symbols: ['2330', '2330'] }, 400, 'input.symbol', 'symbols'],
  [{ symbols: ['tsmc'] }, 400, 'input.symbol', 'symbols'],
  [{ symbols: ['2330', '2412'] }, 404, 'request.not-found', 'symbols'],
  [{ symbols: [], group: '0192f000-0000-7000-8000-000000000000' }, 404, 'request.not-found', 'group'],
])('arranging %j is refused and changes nothing', async (body, http, msg, field) => {
  const member = await memberWith('2330', '2317')
  const reply = await member.client.call('/favourites/arrangeFavourites', body)
  expect([reply.http, reply.body.msg, reply.body.field]).toEqual([http, msg, field])
  expect((await lists(member)).symbols).toEqual(['2330', '2317'])
})

test.each(['', '   ', '​'])('a group named %j is refused with favourites.group-name', async (name) => {
  const member = await api.member()
  const group = await groupOf(member, 'a')
  for (const reply of [
    await member.client.call('/favourites/addGroup', { name }),
    await member.client.call('/favourites/renameGroup', { group, name }),
  ]) {
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'favourites.group-name', 'name'])
  }
})

test('a repeated group name of one member is refused with favourites.group-exists', async () => {
  const [a, b] = [await api.member(), await api.member()]
  await groupOf(a, 'x')
  const second = await groupOf(a, 'y')
  await groupOf(b, 'x')
  const again = await a.client.call('/favourites/addGroup', { name: ' x' })
  const renamed = await a.client.call('/favourites/renameGroup', { group: second, name: 'x' })
  for (const reply of [again, renamed]) {
    expect([reply.http, reply.body.msg]).toEqual([409, 'favourites.group-exists'])
  }
  expect((await a.client.call('/favourites/renameGroup', { group: second, name: 'y' })).http).toBe(200)
})

test('favourites.maxGroups: an eleventh group is refused with favourites.groups-full', async () => {
  const member = await api.member()
  const replies = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      member.client.call('/favourites/addGroup', { name: `group ${index}` }),
    ),
  )
  expect(replies.filter((reply) => reply.http === 200)).toHaveLength(10)
  const full = replies.find((reply) => reply.http !== 200)!
  expect([full.http, full.body.msg, full.body.rule, full.body.params]).toEqual([
    409,
    'favourites.groups-full',
    'favourites.maxGroups',
    { max: 10 },
  ])
  expect((await lists(member)).groups).toHaveLength(10)
})

test('concurrent reordering leaves one complete order', async () => {
  const member = await memberWith('2330', '2317', '2454', '0050')
  const orders = [
    ['0050', '2454', '2317', '2330'],
    ['2317', '0050', '2330', '2454'],
  ]
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      member.client.call('/favourites/arrangeFavourites', { symbols: orders[index % 2] }),
    ),
  )
  expect(orders).toContainEqual((await lists(member)).symbols)
})
