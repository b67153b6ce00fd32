import { expect, test } from 'vitest'
import { drawFlame } from './draw.ts'
import { type CpuProfile, hottest, readProfiles } from './profile.ts'

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber })
const profile: CpuProfile = {
  startTime: 1_000,
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('take', 'file:///work/apps/a.ts', 6), children: [4] },
    { id: 4, callFrame: frame('', 'file:///work/node_modules/pg/lib/client.js', 2) },
  ],
  samples: [3, 2, 4, 3, 4],
  timeDeltas: [100, 100, 100, 100, 100],
}

test('a profile becomes a tree of calls without idle time', () => {
  const all = readProfiles([profile], { fromUs: 0, toUs: 9_999 }, '/work')
  const [take] = all.children.values()
  expect([all.us, take!.us, take!.selfUs]).toEqual([400, 400, 200])
  expect(take).toMatchObject({ name: 'take', where: 'apps/a.ts:7', origin: 'ours' })
  expect([...take!.children.values()]).toMatchObject([
    { name: '(anonymous)', where: 'pg/lib/client.js:3', origin: 'dependency', us: 200 },
  ])
})

test('samples outside the window do not count', () => {
  const all = readProfiles([profile, profile], { fromUs: 1_300, toUs: 1_400 }, '/work')
  expect(all.us).toBe(400)
  expect(hottest(all, 1)).toEqual([{ name: 'take', where: 'apps/a.ts:7', share: 0.5 }])
})

test('a flame picture names functions and escapes them', () => {
  const named = { ...profile, nodes: profile.nodes.map((node) => ({ ...node })) }
  named.nodes[2] = { ...named.nodes[2]!, callFrame: frame('<take>', 'file:///work/apps/a.ts', 6) }
  const picture = drawFlame('api', readProfiles([named], { fromUs: 0, toUs: 9_999 }, '/work'))
  expect(picture).toContain('&lt;take&gt; (apps/a.ts:7): 100.00 %, own 50.00 %')
  expect(picture).not.toContain('<take>')
})
