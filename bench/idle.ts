// What the platform costs while a thousand members are connected and none trades: milliseconds of CPU per second by
// process, after each member has traded. The same part is in `npm run bench -- orders`; this one takes a minute.
// `npm run bench -- idle [turns] [seconds per turn]`. The last line is the result as JSON.

import { cpus, loadavg } from 'node:os'
import { hundredths, median, medians } from './orders/figures.ts'
import { measureIdleOnly, members } from './orders/pipeline.ts'
import { rounded } from './orders/usage.ts'

const loadBefore = loadavg()[0]
const turns = Number(process.argv[2] ?? 3)
const seconds = Number(process.argv[3] ?? 20)
const goal = 40

const idle = await measureIdleOnly(turns, seconds)
const cpu = medians(idle.map(({ cpuMsPerSecond }) => cpuMsPerSecond))
console.log(
  JSON.stringify({
    name: 'idle',
    ratio: hundredths(goal / cpu['all']!),
    cpuMsPerSecond: rounded(cpu),
    transactionsPerSecond: median(idle.map(({ transactionsPerSecond }) => transactionsPerSecond)),
    turns: idle.map(({ cpuMsPerSecond }) => cpuMsPerSecond['all']),
    goal,
    meaning: `${members} members connected, none sends an order; ratio is the goal over the median of all turns`,
    secondsPerTurn: seconds,
    cores: cpus().length,
    loadBefore,
  }),
)
