// A V8 CPU profile as a tree of calls with the time spent in each.

import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What `node --cpu-prof` writes. Times in microseconds of the monotonic clock, which all processes share. */
export interface CpuProfile {
  readonly startTime: number
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: {
      readonly functionName: string
      readonly url: string
      readonly lineNumber: number
    }
    readonly children?: readonly number[]
  }[]
}

export type Origin = 'ours' | 'dependency' | 'node' | 'native'

export interface Frame {
  readonly name: string
  readonly where: string
  readonly origin: Origin
  /** With everything it called. */
  us: number
  selfUs: number
  readonly children: Map<string, Frame>
}

export interface Window {
  readonly fromUs: number
  readonly toUs: number
}

const makeFrame = (name: string, where: string, origin: Origin): Frame => ({
  name,
  where,
  origin,
  us: 0,
  selfUs: 0,
  children: new Map(),
})

/** Only samples within the window count; waiting does not. Profiles of several threads are added up. */
export function readProfiles(profiles: readonly CpuProfile[], window: Window, root: string): Frame {
  const all = makeFrame('all', '', 'native')
  for (const profile of profiles) addProfile(all, profile, window, root)
  return all
}

function addProfile(
  all: Frame,
  { nodes, samples, timeDeltas, startTime }: CpuProfile,
  window: Window,
  root: string,
) {
  const selfUs = new Map<number, number>()
  let at = startTime
  samples.forEach((id, index) => {
    const us = timeDeltas[index]!
    at += us
    if (at >= window.fromUs && at <= window.toUs) selfUs.set(id, (selfUs.get(id) ?? 0) + us)
  })
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const add = (into: Frame, id: number): void => {
    const { callFrame, children = [] } = byId.get(id)!
    if (callFrame.functionName === '(idle)') return
    const frame = callFrame.functionName === '(root)' ? into : childOf(into, callFrame, root)
    const before = frame.us
    frame.selfUs += selfUs.get(id) ?? 0
    frame.us += selfUs.get(id) ?? 0
    for (const child of children) add(frame, child)
    if (frame !== into) into.us += frame.us - before
  }
  add(all, nodes[0]!.id)
}

function childOf(parent: Frame, callFrame: CpuProfile['nodes'][number]['callFrame'], root: string): Frame {
  const { where, origin } = placeOf(callFrame.url, callFrame.lineNumber + 1, root)
  const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName
  const key = `${name} ${where}`
  let frame = parent.children.get(key)
  if (!frame) parent.children.set(key, (frame = makeFrame(name, where, origin)))
  return frame
}

function placeOf(url: string, line: number, root: string): { where: string; origin: Origin } {
  if (url === '') return { where: '', origin: 'native' }
  if (url.startsWith('node:')) return { where: `${url}:${line}`, origin: 'node' }
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const [, dependency] = path.split(`${sep}node_modules${sep}`).slice(-2)
  if (dependency !== undefined) return { where: `${dependency}:${line}`, origin: 'dependency' }
  return { where: `${path.replace(root + sep, '')}:${line}`, origin: 'ours' }
}

export interface Hot {
  readonly name: string
  readonly where: string
  readonly share: number
}

/** The functions with most time of their own, wherever they were called. */
export function hottest(all: Frame, count: number): readonly Hot[] {
  const selfUs = new Map<string, { frame: Frame; us: number }>()
  const visit = (frame: Frame): void => {
    const key = `${frame.name} ${frame.where}`
    const seen = selfUs.get(key)
    if (seen) seen.us += frame.selfUs
    else selfUs.set(key, { frame, us: frame.selfUs })
    for (const child of frame.children.values()) visit(child)
  }
  visit(all)
  return [...selfUs.values()]
    .toSorted((a, b) => b.us - a.us)
    .slice(0, count)
    .map(({ frame, us }) => ({ name: frame.name, where: frame.where, share: us / all.us }))
}
