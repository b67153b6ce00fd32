// npm writes a random number and the present time into a list of parts. Without them the same parts give the same file.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2]
const { serialNumber: _number, metadata, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
const { timestamp: _time, ...kept } = metadata
writeFileSync(file, `${JSON.stringify({ ...rest, metadata: kept }, null, 2)}\n`)
