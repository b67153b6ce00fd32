const batch = 5_000
/** A round ends after this many batches; the next one continues. */
const maxBatches = 100

/** Each batch commits by itself, because a long transaction would keep the table's dead rows. */
export async function deleteInBatches(deleteSome: (limit: number) => Promise<number>): Promise<number> {
  let deleted = 0
  for (let round = 0; round < maxBatches; round++) {
    const did = await deleteSome(batch)
    deleted += did
    if (did < batch) break
  }
  return deleted
}
