import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPath } from './qr.ts'

/** Draws the path back onto a grid. */
const drawn = (path: string, size: number) => {
  const grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let at = 0; at < Number(width); at++) {
      const row = grid[Number(y)]
      if (row) row[Number(x) + at] = true
    }
  return grid
}

test('the drawn path equals the QR code matrix', () => {
  const uri = 'otpauth://totp/Fairlot:0912345678?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Fairlot'
  const { size, path } = qrPath(uri)
  expect(drawn(path, size)).toEqual(encode(uri, { ecc: 'M', border: 0 }).data)
})
